/** An object in a store. `sha256`: as its metadata say, or read (a folder); undefined if they do not. */
export type StoredObject = { readonly bytes: number; readonly sha256: string | undefined };

/** Bytes of a file that is complete: they can be read from any place, again and again. */
export type FileBody = {
  readonly bytes: number;
  readonly sha256: string;
  /** @param until the place after the last byte */
  read(from: number, until: number): Promise<Buffer>;
  /**
   * Does the same without new memory, which is what a large file would else take.
   * @param into is filled, as far as the file has bytes
   * @returns the number of bytes
   */
  readInto?(into: Buffer, from: number): Promise<number>;
};

/** Headers of an object for those who get it. */
export type ObjectHeaders = {
  readonly type: string;
  readonly cacheControl: string;
  /** True for what a browser must not show: the object is sent with `Content-Disposition: attachment`. */
  readonly isDownload: boolean;
};

/** An upload in parts, as far as it is known; kept in the log of the map, so that a kill loses no part. */
export type Upload = {
  readonly id: string;
  readonly partBytes: number;
  readonly etags: readonly (string | undefined)[];
};

/** A record of the parts of an upload. Each call resolves once it survives a kill. */
export type UploadLog = {
  readonly begun: Upload | undefined;
  begin(id: string, partBytes: number): Promise<void>;
  part(number: number, etag: string): Promise<void>;
  /** The upload is of no use any more. */
  drop(): Promise<void>;
};

/** Number of requests that calls of a store made. */
export type StoreRequests = { put: number; head: number; parts: number; get: number };

/**
 * A place for copies. Keys are `<2 hex>/<64 hex>.<ext>`, below the prefix of the store. Every call repeats what fails for a
 * while, and throws what stays: `FILES.STORE_DENIED`, `FILES.STORE_SILENT`, `FILES.STORE_FULL`, `FILE.KEY_TAKEN`.
 */
export interface FileStore extends AsyncDisposable {
  readonly requests: Readonly<StoreRequests>;
  /** Undefined if there is no object. */
  head(key: string, signal: AbortSignal): Promise<StoredObject | undefined>;
  /** Writes an object, also over one that is there; resolves once it is complete and its size was checked. */
  put(
    key: string,
    body: FileBody,
    headers: ObjectHeaders,
    log: UploadLog,
    signal: AbortSignal,
  ): Promise<void>;
  /** The bytes of an object. A piece is gone once the next one is asked for: who keeps pieces has to copy them. */
  read(key: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string, signal: AbortSignal): Promise<void>;
  /** Removes what a killed process has left beside an object that is complete; absent where it can leave nothing. */
  settle?(key: string): Promise<void>;
  /** Gives an upload in parts up; one that is not there is no error. */
  abort(key: string, uploadId: string, signal: AbortSignal): Promise<void>;
  /** Words on a store that nobody else can read, with what to type; absent where that is not known. */
  unreadable?(): Promise<{ readonly message: string; readonly next: string } | undefined>;
  /** Seconds that its clock is ahead of ours, as far as an answer has said; undefined for a folder. */
  readonly skewS?: number | undefined;
}
