/** The beginning of a file. */
export type Head = {
  /** The name of the file. */
  readonly name: string;
  /** Decoded; empty if the file is no text. */
  readonly text: string;
  /** The same as stored, without its compression. */
  readonly bytes: Buffer;
};

/** Something known that is not read: the export of a system, or a kind of files. */
export type UnreadForm = {
  /** As pipeline files would name it; absent for a kind of files. */
  readonly system?: string;
  /** With its article, for messages. */
  readonly name: string;
  /**
   * Another way to the same data.
   * @default a program that makes rows of it
   */
  readonly advice?: string;
  /** Parts that are lost where its files are taken as tables; absent if they are no tables. */
  readonly loses?: string;
  /** Tells by the content alone: one of them is enough. */
  readonly forms: readonly ((head: Head) => boolean)[];
};

/** True if a text may be JSON, with one value or with one on each line. */
export const isJson = (text: string): boolean => /^\uFEFF?\s*[[{]/.test(text.slice(0, 1_000));

/** True if a text is XML and no page. */
export const isXml = (text: string): boolean =>
  /^\uFEFF?\s*<(?:\?xml[\s?]|[A-Za-z_][\w.:-]*[\s>/])/.test(text.slice(0, 1_000)) && !isPage(text);

/** True if a text is an HTML page. */
export const isPage = (text: string): boolean =>
  /^\uFEFF?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype html|html[\s>]|head[\s>]|body[\s>])/i.test(
    text.slice(0, 2_000),
  );
