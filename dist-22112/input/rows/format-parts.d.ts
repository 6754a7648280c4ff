/** The parts of a time that a format names. */
export type ClockPart = 'year' | 'shortYear' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'half';
/** One part of a format: text that stands for itself, digits, the short English name of a month, or am and pm. */
export type FormatPart = {
    readonly kind: 'literal';
    readonly text: string;
} | {
    readonly kind: 'digits';
    readonly part: ClockPart;
    readonly min: number;
    readonly max: number;
} | {
    readonly kind: 'name';
} | {
    readonly kind: 'half';
};
export declare const MONTHS: string[];
/** The tokens of a luxon format. */
export declare const tokensOf: (format: string) => readonly string[];
/**
 * Why a format of times cannot be taken; undefined if it can. One without a year would mean another day whenever it is read:
 * luxon takes what is missing from today.
 */
export declare function formatFault(format: string): string | undefined;
/** A format with the token for the half of the day where it is written as people write it. */
export declare const withHalf: (declared: string) => string;
/** The part of the time that a part of a format gives; a literal gives none. */
export declare function clockPartOf(part: FormatPart): ClockPart | undefined;
/**
 * The parts of a format that gives a whole date and no zone; undefined for one with any other token.
 * @param format as luxon writes it: see `withHalf`
 */
export declare function formatParts(format: string): readonly FormatPart[] | undefined;
/** A text as a regular expression that matches just this text, with or without the flag `u`. Node.js 22 has no `RegExp.escape`. */
export declare const escapedPattern: (text: string) => string;
