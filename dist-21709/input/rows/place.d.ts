/** The origin of a row, as people are told it. */
export type ShownPlace = {
    /** The short name of the file. */
    readonly name: string;
    readonly line: number;
    /** Offset of the row's first byte; absent if it is not known. */
    readonly byte?: number | undefined;
    /** Its number among the data rows of its file, from 1; absent if it is not known. */
    readonly row?: number | undefined;
};
/** The place of a row, as a rejects file has it. */
export type WrittenPlace = {
    /** The path of the file relative to the folder of the pipeline file, with `/`; a short name if an earlier version wrote it. */
    readonly file: string;
    readonly line: number;
    /** Its number among the data rows of the file, from 1; 0 if it is not known. */
    readonly row: number;
};
/** Finds where a row came from by the index of its file in the step, its line, its byte and its number in that file. */
export type PlaceOf = (file: number, line: number, byte?: number, row?: number) => ShownPlace;
/** A place in the form for messages. */
export declare const placeText: ({ name, line }: ShownPlace) => string;
/** The places of rows that are where they were read, in files with these names. */
export declare const placesIn: (nameOf: (file: number) => string) => PlaceOf;
