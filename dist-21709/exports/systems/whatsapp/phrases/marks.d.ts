export declare const MARKS = "[\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069\\ufeff]{0,4}";
/** A blank as the formats of dates have it. */
export declare const BLANK = "[ \\u00a0\\u2009\\u202f]";
/** Written by the app before what it says itself, such as `image omitted`. */
export declare const OWN_MARK = "\u200E";
export declare const withoutMarks: (text: string) => string;
export declare const withoutLeadingMarks: (text: string) => string;
/** One plain blank for any number of any kind. */
export declare const withPlainBlanks: (text: string) => string;
export declare const DIGIT = "[\\d\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f\\u09e6-\\u09ef]";
/** A number in the digits of any of these scripts. */
export declare function numberOf(digits: string): number;
/** A text as phrases of the app are compared: without marks, full stop and case, with plain blanks. */
export declare const phrase: (text: string) => string;
/** Returns a check whether a text is one of the phrases of a list, a line each. */
export declare function phrases(list: string): (text: string) => boolean;
