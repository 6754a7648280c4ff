/**
 * Files that lead to a code. Long content is abbreviated: `⟨x × 101⟩` means 101 times x, `⟨u-# × 3 lines⟩` means the
 * lines u-1, u-2 and u-3, `⟨E9⟩` means the byte with that value.
 */
export type FilesExample = {
    /** Content by file name; the name without its extension is the entity. */
    readonly files: Readonly<Record<string, string>>;
    /** The `map` of the first file's entity, as written in a pipeline. */
    readonly map?: string;
    /** Further keys of the first file's source. */
    readonly source?: string;
    /** Files that are no sources, by name. */
    readonly beside?: Readonly<Record<string, string>>;
    /** Further lines of the pipeline. */
    readonly pipeline?: string;
};
/** A line of an example's pipeline: the target is written through the ordinary REST calls. */
export declare const REST = "target: { baseUrl: \"https://chat.example.com/v3\", apiKey: { env: CHATFERRY_API_KEY }, api: rest }";
/** The texts that every code has. */
export type CodeText = {
    /** Explanation of what happened, and why it matters; full sentences. */
    readonly cause: string;
    /** Advice on what to do about it, without a final period. */
    readonly fix: string;
};
/** Exit codes. The most severe one wins; an unknown code is a failure. */
export declare const exitCodes: {
    readonly ok: 0;
    readonly bug: 1;
    readonly precondition: 2;
    readonly declined: 3;
    readonly rejected: 4;
    readonly different: 5;
    readonly temporary: 7;
    readonly locked: 8;
    readonly state: 9;
    readonly auth: 10;
    readonly guard: 11;
    readonly hungUp: 129;
    readonly interrupted: 130;
    readonly terminated: 143;
};
export type ExitName = keyof typeof exitCodes;
/** The meaning of each exit code. The reference of commands and `help exit-codes` print these sentences. */
export declare const exitMeanings: Readonly<Record<ExitName, string>>;
/** A code that a command ends with. */
export type RunCodeText = CodeText & {
    /** The command's exit code. */
    readonly exit: ExitName;
    /** Example of what leads to it: a command, a line of a pipeline, or an event. */
    readonly example: string;
};
/** A code of a row. */
export type RowCodeText = CodeText & {
    readonly example: FilesExample;
};
/** The content of an example file, with its abbreviations written out. */
export declare function exampleBytes(text: string): Uint8Array;
