import type { FileFailure } from '../../../input/rows/forms/copied-address.ts';
import type { FileBody } from '../stores/file-store.ts';

/** A file that is to be fetched. */
export type WantedFile = {
  /** The key of its address: without what opens it. Names it in the state and in messages. */
  readonly key: string;
  /** Its address with all that opens it: https, `private+https`, `data:`, or `export:` for a file of the export. */
  readonly address: string;
  /** Its media type as its row says it. */
  readonly type: string | undefined;
  /** Its name as its row says it. */
  readonly name: string | undefined;
  /** Headers of an earlier answer; the same content is then not sent again. */
  readonly known?: { readonly etag?: string | undefined; readonly modified?: string | undefined } | undefined;
};

/** Outcome of fetching a file. Dispose of `file` once its bytes are in the store: its spool file goes. */
export type Fetched =
  | { readonly file: FetchedFile }
  | { readonly unchanged: true }
  | { readonly why: FileFailure; readonly message: string };

export type FetchedFile = AsyncDisposable & {
  readonly body: FileBody;
  /** Closes it, in the place of disposing of it: its spool file stays, so that a later run need not fetch it again. */
  leave(): Promise<void>;
  /** The type to store: found in the bytes, else declared, else `application/octet-stream`. */
  readonly type: string;
  /** The ending of its key, without a dot. */
  readonly extension: string;
  /** True for HTML, SVG, XML and scripts. */
  readonly isDownload: boolean;
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
  /** A sentence for the user if the declared type was another one. */
  readonly notice?: string | undefined;
};

/** Answer of the API of an old system in the place of an address; or why it gives nothing for this one file. */
export type ResolvedFile =
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly why: FileFailure; readonly message: string };

/** Addresses and headers that the API of an old system gives in the place of an address that has ended or needs a login. */
export interface FileResolver extends AsyncDisposable {
  /** True if the address is one of this system's. */
  knows(key: string): boolean;
  /**
   * Headers are for the host of the address alone: a redirect to another one goes without them.
   * @returns undefined if the system has no such file any more
   * @throws RunError `PULL.*`
   */
  resolve(key: string, signal: AbortSignal): Promise<ResolvedFile | undefined>;
}

/** Fetches files. */
export interface FileFetcher extends AsyncDisposable {
  readonly requests: { readonly get: number };
  fetch(wanted: WantedFile, signal: AbortSignal): Promise<Fetched>;
}
