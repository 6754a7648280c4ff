import type { OriginAccount } from '../../origin/origin.ts';

/** The folder of records that came from the API of an old system, in that of what is prepared. */
export const PULLED_NAME = 'pulled';

/** The part `sources.export.api` of a pipeline. */
export type PullSpec = {
  /** The name in `origins`. */
  readonly system: string;
  /** The address of the API, which names the source in messages and in the state. */
  readonly shown: string;
  /** Reads the secrets, when they are needed. @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN` */
  account(): Promise<OriginAccount>;
  /** How a nightly pull reads; milliseconds. */
  readonly again: { readonly overlapMs: number; readonly recheckMs: number; readonly fullMs: number };
};

/** What a pull has fetched, over all of its parts. */
export type PulledCounts = {
  readonly requests: number;
  /** Bytes of the answers. */
  readonly bytes: number;
  readonly users: number;
  readonly conversations: number;
  readonly messages: number;
};

/** How far a pull is. */
export type PullEvent =
  | {
      readonly type: 'pull.started';
      readonly source: string;
      readonly mode: 'first' | 'again' | 'full' | 'resumed';
    }
  | ({
      readonly type: 'pull.progress';
      readonly conversationsDone: number;
      /** Milliseconds until the end, as far as it can be told. */
      readonly leftMs?: number | undefined;
    } & PulledCounts)
  | ({ readonly type: 'pull.finished'; readonly ms: number } & PulledCounts);

/**
 * What a command does about records of an API: `again` asks for what is new (a sync, a run from the start), `missing` pulls
 * where nothing complete is there, or goes on with a stopped pull, `use` takes a complete pull or fails.
 */
export type PullMode = 'again' | 'missing' | 'use';
