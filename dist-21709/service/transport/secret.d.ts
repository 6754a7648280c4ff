/** A value that no log, report or error can print by accident. */
export declare class Secret {
    #private;
    /** @param value not empty, and text that a header can carry */
    constructor(value: string);
    /** The value itself; only for the header that sends it. */
    reveal(): string;
    /**
     * Removes the value from a text, for messages that quote the service: as it is, in its URL, JSON, Base64 and hexadecimal forms,
     * reversed, in any case, and within Base64 of a longer text. A value of fewer than 8 characters only as it is, and in URL, JSON
     * and Base64.
     */
    scrub(text: string): string;
    toString(): string;
    toJSON(): string;
}
