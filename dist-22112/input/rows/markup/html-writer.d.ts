/**
 * Writes the text of an HTML fragment line by line, as plain text or as Markdown. Spaces are collapsed as a browser does;
 * breaks and markup are written when the next text comes, so that there are none at the end. Markup and indents, which are
 * repeated on each line, take at most as much as the fragment; then the text goes on without them.
 */
export declare class HtmlWriter {
    #private;
    /** @param length of the fragment */
    constructor(markdown: boolean, length: number);
    /** Text between tags. */
    text(data: string): void;
    /** Text that stays as it is, inside a line. */
    raw(text: string): void;
    /** Lines that stay as they are. */
    lines(lines: readonly string[]): void;
    /** The next text begins a new line; two breaks are an empty line. */
    break(count: number): void;
    /** One more line break. */
    lineBreak(): void;
    /** Markup around the text up to its `close`; what is open already is not opened again. */
    open(open: string, close: string): void;
    close(): void;
    indent(marker: string, rest: string): void;
    outdent(): void;
    /** Takes room for markup; false if there is not as much. */
    takeRoom(length: number): boolean;
    toString(): string;
}
