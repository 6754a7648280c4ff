/** A text as a regular expression that matches just this text, with or without the flag `u`. Node.js 22 has no `RegExp.escape`. */
export declare const escapedPattern: (text: string) => string;
