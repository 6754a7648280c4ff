import type { Argv } from 'yargs';
/** The names that a builder has declared, without the index signatures that yargs adds. */
type Declared<A> = keyof {
    [K in keyof A as string extends K ? never : number extends K ? never : K]: A[K];
} & string;
/** Declares what names a pipeline in most commands: its file, and maybe one of its targets. */
export declare function onePipeline<T>(y: Argv<T>): Argv<T & {
    pipeline: string | undefined;
    to: string | undefined;
}>;
/**
 * The pipeline as the command line names it, which the next command that is printed repeats: its file, and the target if
 * one is named.
 */
export declare function pipelineOf(args: {
    readonly [name: string]: unknown;
}): string;
/** An option that is given or not. */
export declare const flag: (describe: string) => {
    readonly type: 'boolean';
    readonly default: false;
    readonly describe: string;
};
/** A flag with which a command does not ask. */
export declare const yes: (describe: string) => {
    readonly type: 'boolean';
    readonly default: false;
    readonly describe: string;
    readonly alias: 'y';
};
/** An option or an argument with a text. */
export declare const word: (describe: string) => {
    readonly type: 'string';
    readonly describe: string;
};
/** The same, with what it is where nobody gives it. */
export declare const wordOr: (otherwise: string, describe: string) => {
    readonly type: 'string';
    readonly default: string;
    readonly describe: string;
};
/** Several texts. */
export declare const words: (describe: string) => {
    readonly type: 'string';
    readonly array: true;
    readonly describe: string;
};
/** For commands that may send live messages. */
export declare const ALLOW_NOTIFICATIONS: {
    readonly type: 'boolean';
    readonly default: false;
    readonly describe: string;
};
export declare const YES: {
    readonly type: 'boolean';
    readonly default: false;
    readonly describe: string;
    readonly alias: 'y';
};
export declare const MAX_DURATION: {
    readonly type: 'string';
    readonly describe: string;
};
export declare const STRICT: {
    readonly type: 'boolean';
    readonly default: false;
    readonly describe: string;
};
/** The value of an option that always has one. */
export declare const textOption: <A>(args: A, name: Declared<A>) => string;
/** The value of an option; undefined if it is not given. */
export declare const optional: <A>(args: A, name: Declared<A>) => string | undefined;
/** The values of an option that may be given more than once. */
export declare const listOption: <A>(args: A, name: Declared<A>) => readonly string[] | undefined;
/**
 * A name or address of this machine to listen on.
 * @throws RunError `USAGE.INVALID`; an empty one would be every address
 */
export declare function listenHost<A>(args: A, name: Declared<A>): string;
/** A whole number from 0 to `max`. */
export declare function whole<A>(args: A, name: Declared<A>, max: number): number;
/** A percentage such as `5%` as a fraction of 1, or a whole number; undefined if it is not given. */
export declare function shareOrCount<A>(args: A, name: Declared<A>): {
    share: number;
} | {
    count: number;
} | undefined;
/** A duration in milliseconds; undefined if it is not given. */
export declare function milliseconds<A>(args: A, name: Declared<A>): number | undefined;
/**
 * Reads `90s`, `30m`, `6h` as milliseconds.
 * @throws RangeError for text of another form, and for a duration beyond 24 days
 */
export declare function parseDuration(text: string): number;
export {};
