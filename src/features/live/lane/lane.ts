import type { LiveChange } from '../../../origin/live/live-origin.ts';
import type { Side } from '../side.ts';

/**
 * Numbers of one direction since capture began, and what lists said, as if each record were an event. `received` is the sum of
 * the others but `echoes` and `conflicts`, which are among them. An event of several records counts once, as what became of most
 * note.
 */
export type LaneCounts = {
  received: number;
  /** The same event again, by its number or by all that it says. */
  duplicate: number;
  /** The other side has it already. */
  unchanged: number;
  /** A later event about the same record was taken with it. */
  folded: number;
  created: number;
  updated: number;
  removed: number;
  /** Left out by a policy, of a kind that moves nothing, or taken while only reports are made. */
  skipped: number;
  dead: number;
  waiting: number;
  /**
   * Both sides had changed the record: among the updated if the change was written, among the skipped if it lost. Among the dead
   * if each side has made one of its own.
   */
  conflicts: number;
  /** Events that our own writing has caused, among the unchanged. */
  echoes: number;
};

/** The number that an event is counted under once it is done. */
export type EventEnd = Exclude<keyof LaneCounts, 'received' | 'waiting' | 'echoes' | 'conflicts'>;

/** An event that could not be written, and that is kept. */
export type DeadEvent = {
  readonly side: Side;
  readonly seq: number;
  readonly code: string;
  readonly message: string;
  readonly about: string;
  readonly at: number;
};

/** Why events wait that were taken: for the message they go with, for the rate of their sender, or behind a dead one. */
export type LaneWaits = { readonly parent: number; readonly sender: number; readonly dead: number };

export type PassResult = {
  /** Events that are done with this pass. */
  readonly done: number;
  /** True if events wait that a pass could take now. */
  readonly more: boolean;
};

/** The way in which a direction works now; phases change it. */
export type LaneMode = {
  /** `auto` sends what is fresh and imports the rest; `report` writes nothing. */
  readonly write: 'auto' | 'send' | 'import' | 'report';
};

/** One direction: takes events of its side from the inbox and writes them to the other one. */
export interface Lane extends AsyncDisposable {
  /** The side whose events it takes. */
  readonly side: Side;
  readonly counts: Readonly<LaneCounts>;
  /** Time from the receipt of events to their writing: milliseconds, of the last ones. */
  readonly lag: { readonly p50: number; readonly p95: number; readonly max: number };
  /** Among the waiting. */
  readonly waits: LaneWaits;
  /** Dead events that are to be read again, or that are being read. */
  readonly retrying: number;
  mode: LaneMode;
  /**
   * Takes events and writes them. @throws RunError if the other side cannot be written to now, or the state
   */
  pass(signal: AbortSignal): Promise<PassResult>;
  /** Writes what a list says, as if it were events. */
  take(changes: AsyncIterable<LiveChange>, signal: AbortSignal): Promise<void>;
  /** The last events that could not be written. */
  dead(): readonly DeadEvent[];
  /** Reads dead events again with the next passes, all or those with a code; returns how many. */
  retry(code?: string): Promise<number>;
  /** Ids of conversations that changed since capture began, as rows name them. */
  touched(): readonly string[];
}
