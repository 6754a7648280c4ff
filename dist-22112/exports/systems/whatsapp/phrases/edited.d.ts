/** A text without the words that say that it was edited; undefined if it has none. */
export declare function withoutEdited(text: string): string | undefined;
