/** The first fault in a JSON text: its 1-based column in UTF-16 units, and the reason. */
export type JsonFault = {
    readonly column: number;
    readonly reason: string;
};
/**
 * Finds why a text is refused: a syntax error, or a repeated name in one object. This parser exists because the
 * engine's messages have no place for short texts and because the engine accepts repeated names.
 * @param text nested at most 64 levels deep, because the parser is recursive
 */
export declare function jsonFaultOf(text: string): JsonFault | undefined;
/** A character in the form for messages: as it is, or by its code if nobody would see it. */
export declare function shownChar(code: number): string;
