/** A piece of a text, with the style that the old system keeps beside it. */
export type TextPiece = {
    readonly text: string;
    readonly style?: PieceStyle | undefined;
    /** The address of a `link`, the language of a `block` of code, the id of the person of a `mention`. */
    readonly of?: string | undefined;
};
export type PieceStyle = 'bold' | 'italic' | 'strike' | 'code' | 'block' | 'quote' | 'link' | 'mention' | 'auto';
/** Pieces of text as Markdown; a mention of a person becomes `<@uid:…>`. Text without any style stays as it is. */
export declare function piecesToMarkdown(pieces: readonly TextPiece[], uidOf: (id: string) => string): string;
