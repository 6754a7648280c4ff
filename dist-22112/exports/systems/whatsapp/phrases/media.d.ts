/** A file of a message: `omitted` ones are not in the export, and may have no name. */
export type MediaFile = {
    readonly name?: string | undefined;
    readonly isOmitted: boolean;
};
/** The files of a text, and what is left of it. */
export type Media = {
    readonly files: readonly MediaFile[];
    readonly caption: string;
};
/** The files that a text names or leaves out; undefined if there is none. */
export declare function mediaIn(text: string): Media | undefined;
