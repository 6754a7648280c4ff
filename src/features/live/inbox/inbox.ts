import type { Side } from '../side.ts';

/** An event as it was received, before anybody reads it. */
export type ReceivedEvent = {
  readonly side: Side;
  /** Milliseconds since 1970, by our clock. */
  readonly receivedAt: number;
  /** Those that matter, by lower-case name: no secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

/** An event in the inbox; `seq` grows within a side, and no two events have the same, whatever happens. */
export type InboxEvent = ReceivedEvent & { readonly seq: number };

/** The amount that waits. */
export type Waiting = { readonly events: number; readonly bytes: number };

/** The end of the inbox where events come in. There is one of them on files, and any number on a server. */
export interface InboxWriter extends AsyncDisposable {
  /**
   * Resolves once the events survive a power cut.
   * @throws RunError `STATE.UNWRITABLE`; the events may then be there or not: whoever sent them sends them again
   */
  add(events: readonly ReceivedEvent[]): Promise<void>;
  /** Events that waited on both sides about a second ago. */
  waiting(): Waiting;
}

/** The end of the inbox where events are taken out, in the same process as the writer or in another. There is one of them. */
export interface InboxReader extends AsyncDisposable {
  /**
   * Events of a side that are not done and not among `taken`, oldest first; at most 16 MiB of them, but at least one.
   * @throws RunError `STATE.CORRUPT` naming the file, `STATE.SERVER_*`
   */
  take(side: Side, most: number, taken: ReadonlySet<number>): Promise<readonly InboxEvent[]>;
  /** One event again, as long as it is kept. */
  find(side: Side, seq: number): Promise<InboxEvent | undefined>;
  /**
   * Marks events as done: call it once what became of them is committed. A kill before it resolves may bring them again.
   * @throws RunError `STATE.UNWRITABLE`
   */
  done(side: Side, seqs: readonly number[]): Promise<void>;
  /** Events that wait on a side, as of the last call of `take` or `done`. */
  waiting(side: Side): Waiting;
  /** Time when the oldest event of a side was received that is not done, milliseconds since 1970; as of the last call of `take` or `done`. */
  oldest(side: Side): number | undefined;
  /** Removes what is done and older than it is kept. */
  clean(): Promise<void>;
}
