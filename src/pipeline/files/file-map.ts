import type { FileFailure, OnFailure } from '../../input/rows/forms/copied-address.ts';

/** Facts that are known of an address: its copy, or why there is none. */
export type MapEntry =
  | {
      readonly address: string;
      readonly outcome: 'copied' | 'alreadyThere' | 'sameContent';
      readonly sha256: string;
      readonly bytes: number;
      readonly type: string;
      /** Key of the object in the store, without the prefix. */
      readonly object: string;
      /** `created` if the object is our work. */
      readonly origin: 'created' | 'exists';
      readonly etag?: string | undefined;
      readonly modified?: string | undefined;
      /** Milliseconds since 1970. */
      readonly at: number;
    }
  | {
      readonly address: string;
      readonly outcome: 'failed';
      readonly why: FileFailure;
      readonly message: string;
      readonly tries: number;
      /** A digest of the signed address that was asked; another one may open what this one did not. */
      readonly form?: string | undefined;
      /** The fate of a row that was sent without the file: it stays that, also if the pipeline says another. */
      readonly how?: OnFailure | undefined;
      readonly at: number;
    }
  /** A message was sent with the address itself: it keeps that. */
  | { readonly address: string; readonly outcome: 'kept'; readonly at: number };

/** The copy of an address. */
export type CopyEntry = Exclude<MapEntry, { outcome: 'failed' | 'kept' }>;

/** The copy that an entry says; undefined if there is none. */
export const copyIn = (entry: MapEntry | undefined): CopyEntry | undefined =>
  entry && entry.outcome !== 'failed' && entry.outcome !== 'kept' ? entry : undefined;

/** An object that may be in the store although no entry says so: it was being put. */
export type FileIntent = {
  readonly sha256: string;
  readonly bytes: number;
  readonly object: string;
  /** Empty if no address names the object any more. */
  readonly address: string;
  readonly type: string;
  readonly etag?: string | undefined;
  readonly modified?: string | undefined;
};
