/** HTML as plain text: a line for each block, `- ` before list items, the text of links. */
export declare const htmlToText: (html: string) => string;
/** HTML as Markdown; scripts, styles and links to anything but http, https and mailto go. */
export declare const htmlToMarkdown: (html: string) => string;
