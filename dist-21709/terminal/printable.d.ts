/** Text from a file, a service or an error, safe to print: unsafe characters become escapes such as `\u001b`. */
export declare function printable(text: string): string;
/**
 * The last look at everything that is printed or logged, whatever part of it came from outside: control characters and
 * those that reorder a line become escapes. JSON keeps its meaning, because they can only be in its strings.
 * @param isTerminal keeps colours and the moves of the cursor that redraw progress
 */
export declare function withoutHidden(text: string, isTerminal?: boolean): string;
/**
 * A value as a JSON document of several lines, safe to show on a terminal. A surrogate without its other half, which other
 * programs refuse, becomes the text of its escape.
 */
export declare function printableJson(value: unknown): string;
/** The same as a document of one line, for NDJSON. */
export declare function jsonLine(value: unknown): string;
/** The first `chars` characters, with an ellipsis if some are cut. */
export declare function cut(text: string, chars: number): string;
/** A path as a user would type it: relative if it is below the working directory. */
export declare function fromHere(path: string): string;
/** A path as one word of a command that a user can paste: in quotes if a shell would take it apart. Safe to print. */
export declare function argument(path: string): string;
/** 1234567 → `1 234 567`. */
export declare function grouped(value: number): string;
/** `1 row`, `2 000 rows`. */
export declare const amount: (count: number, one: string, many?: string) => string;
/** Counts by name, for people: `12 × users.name, 1 × groups.icon`. */
export declare const countList: (counts: Readonly<Record<string, number>>) => string;
/** The same with one decimal where it is no whole number: `1 139.3`. */
export declare function groupedTenths(value: number): string;
/** Bytes as `12 kB`, `1 234 MB`. */
export declare function byteSize(bytes: number): string;
/** Milliseconds as `3 h 37 m`, `41 s`, `0.3 s`. */
export declare function duration(ms: number): string;
