/** Counts of a pull, over all of its parts. */
export type PulledCounts = {
  readonly requests: number;
  /** Bytes of the answers. */
  readonly bytes: number;
  readonly users: number;
  readonly conversations: number;
  readonly messages: number;
};

/** Event that says how far a pull is. */
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
 * Ways in which a command takes the records of an API: `again` asks for what is new (a sync, a run from the start), `missing` pulls
 * where nothing complete is there, or goes on with a stopped pull, `use` takes a complete pull or fails.
 */
export type PullMode = 'again' | 'missing' | 'use';

/** A folder of what is prepared, which nobody else writes to meanwhile. */
export type HeldFolder = AsyncDisposable & {
  readonly folder: string;
  /** @throws RunError `STATE.LOCK_LOST` */
  assertHeld(): void;
};
