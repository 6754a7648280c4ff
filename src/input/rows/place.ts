/** Where a row came from, as people are told. */
export type ShownPlace = {
  /** The short name of the file. */
  readonly name: string;
  readonly line: number;
  /** Offset of the row's first byte; absent if it is not known. */
  readonly byte?: number;
};

/** Finds where a row came from by the index of its file in the step, its line and its byte in that file. */
export type PlaceOf = (file: number, line: number, byte?: number) => ShownPlace;

/** A place in the form for messages. */
export const placeText = ({ name, line }: ShownPlace): string => `${name}:${line}`;

/** The places of rows that are where they were read, in files with these names. */
export const placesIn =
  (nameOf: (file: number) => string): PlaceOf =>
  (file, line, byte) => ({ name: nameOf(file), line, ...(byte === undefined ? {} : { byte }) });
