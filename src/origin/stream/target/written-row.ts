import type { Json } from '../asked.ts';

/** Knowledge about a row before it is written. */
export type KnownBefore =
  /** Nothing: the app may have it all the same. */
  | { readonly was: 'unknown' }
  /** It was sent, and nobody knows whether it arrived. */
  | { readonly was: 'sent' }
  /** The app has it. `isActive` is false for who is deactivated or banned there. */
  | { readonly was: 'there'; readonly isActive: boolean };

/** The outcome of a row. */
export type WrittenRow =
  | { readonly status: 'created' | 'updated' | 'exists' }
  | { readonly status: 'rejected'; readonly message: string };

export type RemovedRow =
  | { readonly status: 'removed' | 'gone' }
  | { readonly status: 'rejected'; readonly message: string };

/** A row that is removed, by what is in its key. */
export type RemovedKey =
  | { readonly entity: 'users' | 'groups' | 'messages' | 'pins'; readonly id: string }
  | { readonly entity: 'members'; readonly guid: string; readonly uid: string }
  | { readonly entity: 'reactions'; readonly muid: string; readonly uid: string; readonly reaction: string };

/** A user or a channel as the app has it, in fields of the service. */
export type StreamRow = {
  readonly fields: Json;
  /** When it was changed last: microseconds since 1970, 0 if nothing says it. */
  readonly version: number;
};
