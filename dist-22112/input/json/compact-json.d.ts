/**
 * Finds the end of JSON values that are certainly well-formed, and stand there as `JSON.stringify` writes what `JSON.parse`
 * makes of them, apart from blanks. It leaves every unusual one: escaped codes, exponents, names that are numbers or come
 * twice.
 */
export declare class CompactJson {
    #private;
    /**
     * Reads a list or an object of valid UTF-8.
     * @returns the index after it; -1 if it does not end before `end`, or is unusual
     */
    read(bytes: Uint8Array, from: number, end: number): number;
}
