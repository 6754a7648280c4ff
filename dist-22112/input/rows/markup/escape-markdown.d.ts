/** Text as Markdown that shows exactly this text; for text inside a line. */
export declare const escapeInline: (text: string) => string;
/** Markdown whose first characters would begin a heading, a quote, a list or a line, as text. */
export declare const escapeLineStart: (line: string) => string;
/** Text of any number of lines as Markdown. */
export declare const escapeMarkdown: (text: string) => string;
/** An address as it stands in a link. */
export declare const escapeAddress: (url: string) => string;
/** The line before and after lines of code. */
export declare const fenceOf: (code: string) => string;
/** Code inside a line. */
export declare function inlineCode(code: string): string;
