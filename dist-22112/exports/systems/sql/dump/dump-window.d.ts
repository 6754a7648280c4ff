/** The part of a dump that is in memory: what a tokenizer has not taken yet. */
export declare class DumpWindow {
    #private;
    bytes: Buffer;
    /** The place of the tokenizer; `end` is where what is known ends. */
    at: number;
    end: number;
    /** True if nothing follows. */
    isLast: boolean;
    constructor(base: number, line: number);
    /** Offset in the file. */
    offsetOf(at: number): number;
    /** The line of a place that is not before an earlier one. */
    lineAt(at: number): number;
    /** Adds a piece of the file, which is copied, and lets go of everything before `at`. */
    push(piece: Uint8Array): void;
    /** The first place of a byte from `from` on; -1 if it is not in memory. */
    find(byte: number, from: number): number;
    findText(text: string, from: number): number;
    text(from: number, to: number): string;
}
