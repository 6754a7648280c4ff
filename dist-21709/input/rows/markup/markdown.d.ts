/** Markdown as plain text: without emphasis, headings and fences; of links the text stays, of lists their markers. */
export declare function stripMarkup(markdown: string): string;
