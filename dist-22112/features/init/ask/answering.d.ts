import type { Questions } from '../../../terminal/context.ts';
/**
 * Answers questions until none is new: answers can raise and settle other questions.
 * @param questionsOf the questions that are open with some answers
 * @returns the answers; a question without one is decided later
 * @throws RunError `USAGE.INVALID` if a given answer does not fit its question, `RUN.INTERRUPTED`
 */
export declare function answered(questionsOf: (answers: Answers) => readonly Question[], { yes, given }: {
    readonly yes: boolean;
    readonly given: Answers;
}, context: Questions): Promise<Answers>;
/** A question that only the user can answer. */
export type Question = {
    /** Names it in `--answer ID=VALUE`. */
    readonly id: string;
    readonly text: string;
    /** Possible answers, the most likely first; none if any text can. */
    readonly choices: readonly {
        readonly value: string;
        readonly evidence?: string;
    }[];
    /** The answer that the evidence is for; absent if there is none. */
    readonly best?: string;
    /** Says what is wrong with an answer; undefined if it is usable. */
    readonly check?: (answer: string) => string | undefined;
    /** An example of an answer. */
    readonly example?: string;
};
/** Answers by the id of their question. An empty text means: decide later. */
export type Answers = ReadonlyMap<string, string>;
/** The facts that are known besides the files. */
export type Known = {
    readonly answers: Answers;
    /** Gets every question that is not answered. */
    readonly ask: (question: Question) => void;
};
/** A question and its choices in one line, for a comment. */
export declare function questionLine({ id, text, choices, example }: Question): string;
