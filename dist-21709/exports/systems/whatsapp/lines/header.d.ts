/** The beginning of a message as it is written: a date whose order is not known yet, a time, and what follows. */
export type Header = {
    /** Dialect in which it is written; all messages of a file are written in one way. */
    readonly dialect: Dialect;
    /** The three numbers of the date. */
    readonly parts: readonly [number, number, number];
    /** The date and time as they are written, for messages to people. */
    readonly written: string;
    /** Since midnight. */
    readonly seconds: number;
    /** Author and text, or what the system says. */
    readonly rest: string;
};
/** Form of the beginning of a file's messages. */
export type Dialect = {
    /** All of it as one text, to compare. */
    readonly key: string;
    /** iPhones write brackets, before 2017 a colon; Android writes a dash. */
    readonly form: 'bracket' | 'dash' | 'colon';
    /** Which number of the date has four digits. */
    readonly year: 'first' | 'last' | 'short';
    readonly isExact: boolean;
    readonly hasComma: boolean;
    readonly hasHalves: boolean;
    /** The sign between the numbers of the date. */
    readonly separator: string;
};
/** Reads the beginning of a message; undefined for any other line. */
export declare function headerOf(line: string): Header | undefined;
