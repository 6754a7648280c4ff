/** A question on the terminal; an empty answer means: decide later. */
export type Prompt = {
    readonly message: string;
    /** Choices, with a hint each; none if any text can be the answer. */
    readonly choices: readonly {
        readonly value: string;
        readonly hint?: string;
    }[];
    /** The choice that is proposed. */
    readonly best?: string | undefined;
    /** An example of a text. */
    readonly example?: string | undefined;
    /** Says what is wrong with an answer; undefined if it is usable. */
    readonly faultOf: (answer: string) => string | undefined;
};
/** Asks one question; undefined if the user ends the questions. */
export type Prompter = (prompt: Prompt) => Promise<string | undefined>;
/** Asks with arrow keys and lists, on a terminal that can redraw lines. */
export declare function listPrompter(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, signal: AbortSignal): Prompter;
/** Asks line by line, where nothing can be redrawn. */
export declare function linePrompter(ask: (question: string) => Promise<string>): Prompter;
