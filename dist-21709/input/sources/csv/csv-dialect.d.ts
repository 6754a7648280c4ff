import type { SourceOptions } from '../source.ts';
/** A dialect of CSV beyond RFC 4180, which csv-parse reads. */
export type Dialect = {
    /** One or several characters. */
    readonly delimiter: string;
    /** The character that quotes cells; false: none does. */
    readonly quote: string | false;
    /** The character before a quote, or before itself, inside a quoted cell. */
    readonly escape: string;
    /** The beginning of a line that is no row; absent if there are no comments. */
    readonly comment?: string | undefined;
    /** True if blanks around cells are left out, as far as they are not in quotes. */
    readonly trim: boolean;
};
/**
 * The dialect that the options declare; undefined if RFC 4180 with another delimiter is all that they declare.
 * @param usual the delimiter of a file that declares none
 * @throws RunError `CONFIG.INVALID` for options that cannot be used, or not together
 */
export declare function dialectOf(options: SourceOptions, usual: string, path: string): Dialect | undefined;
