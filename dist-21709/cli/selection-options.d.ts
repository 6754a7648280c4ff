import type { Selection } from '../pipeline/reference.ts';
/** The options that take some of the rows. */
export declare const SELECTION: {
    readonly only: {
        readonly type: 'string';
        readonly describe: string;
    };
    readonly limit: {
        readonly type: 'string';
        readonly describe: string;
    };
    readonly since: {
        readonly type: 'string';
        readonly describe: string;
    };
    readonly conversation: {
        readonly type: 'string';
        readonly describe: string;
    };
};
type Args = Readonly<Partial<Record<keyof typeof SELECTION, string | undefined>>>;
/**
 * The selection that the options make; undefined if there is none of them.
 * @throws RunError `USAGE.INVALID`
 */
export declare function selectionOf(args: Args): Selection | undefined;
export {};
