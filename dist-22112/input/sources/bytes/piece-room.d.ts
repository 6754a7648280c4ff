/** The memory in which the rest of one piece of a text and the next piece become one; it is used again for every piece. */
export declare class PieceRoom {
    #private;
    /**
     * The rest of the bytes before, and the piece that follows.
     * @param given the memory for them, if it is long enough
     * @param free bytes before the piece that nobody uses: if there is room for the rest, only that is copied, and the piece
     *   must stay as it is until the next one was joined
     */
    join(rest: Buffer, piece: Buffer, given: Buffer | undefined, free: number): Buffer;
    /** Gives the memory back; called when nothing is read any more of the text. */
    release(given: Buffer | undefined): void;
}
