import { type EntityName, isReferredTo } from '../input/entities/entity.ts';
import { isReject } from '../input/rows/outcome.ts';
import type { PlaceOf } from '../input/rows/place.ts';
import type { Cursor, Row } from '../input/rows/row.ts';
import type { KeyFile } from '../keys/key-file.ts';
import { type KeyIndex, type StampState, Stamps } from '../keys/key-index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../system/clock.ts';
import { type Accept, headOf, leaveAhead } from './accept.ts';
import type { Archive } from './archive.ts';
import type { Checkpoint, CheckpointStore, StepState } from './checkpoint.ts';
import type { DeadLetter } from './dead-letter.ts';
import { type InFlight, isPlainlyCreated, type Settled } from './in-flight.ts';
import type { IntentEnds } from './intent-ends.ts';
import { tally, tallyTooOld, untallyDoubts } from './tally/tally-rows.ts';

/** So many rows that are ready to leave the window are committed without waiting. */
const COMMIT_ROWS = 1_000;

/** Rows of one entity that are committed, and what is known of them. */
type CommittedStep = {
  readonly entity: EntityName;
  readonly state: StepState;
  readonly keys: KeyIndex;
  readonly keyFile: KeyFile;
  readonly placeOf: PlaceOf;
  /** True if the rows were in doubt and are counted already: reading goes on where it was. */
  readonly again?: boolean;
};

/** Files that the rows of one entity leave behind. */
export type StepFiles = {
  readonly deadLetter: DeadLetter;
  /** Undefined if the pipeline keeps no rows that it leaves out. */
  readonly archive: Archive | undefined;
};

export type CommitDeps = {
  readonly step: CommittedStep;
  readonly window: InFlight;
  readonly accept: Accept;
  readonly ledger: Pick<Ledger, 'intentsSynced' | 'mark'>;
  readonly ends: IntentEnds;
  readonly checkpoint: Checkpoint;
  readonly store: CheckpointStore;
  readonly files: StepFiles;
  readonly everyMs: number;
  readonly clock: Clock;
  /** Called after each commit. */
  readonly onCommitted: (rows: CommittedRows) => void;
  /** Called when a commit fails: the run must end, even if nobody awaits that commit. */
  readonly onFailed: (error: unknown) => void;
};

/** Rows that leave the window, in file order. */
export type CommittedRows = {
  readonly rows: readonly Settled[];
  /** Those of them about whose outcomes there is more to say than that the service has created them as they were sent. */
  readonly others: readonly Settled[];
};

/** The only place that makes results durable, in file order. After a failure it writes nothing more. */
export class Commit {
  readonly #deps: CommitDeps;
  readonly #pace: MarkPace;
  /** The number of the first row, and the mark, that the saved checkpoint does not claim. */
  #savedHead: number;
  #savedHigh: number;
  #savedAt: number;
  #unsaved = nothingUnsaved();
  /** True if the next commit must save, whatever there is to commit. */
  #mustSave = false;
  #timer: Disposable | undefined;
  #pending: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
  #failure: { readonly reason: unknown } | undefined;

  constructor(deps: CommitDeps) {
    this.#deps = deps;
    this.#pace = new MarkPace(deps.clock);
    this.#savedHead = headOf(deps.step.state);
    this.#savedHigh = deps.step.state.sentHigh;
    this.#savedAt = deps.clock.elapsed();
  }

  /** Commits all rows that can leave the window; resolves once they are durable. */
  flush(): Promise<void> {
    this.#mustSave = true;
    return this.#next();
  }

  /** Resolves once the state on disk says that rows up to and including `seq` may have been sent, and so does the ledger. */
  async mark(seq: number): Promise<void> {
    const { step, ledger, ends, window } = this.#deps;
    const { state } = step;
    const high = this.#pace.next(seq, state.sentHigh);
    if (high > state.sentHigh) {
      state.sentHigh = high;
      this.#soon();
    }
    while (seq >= this.#savedHigh) await this.flush();
    await ledger.intentsSynced(ends.of(seq, window.head));
  }

  /** Schedules a commit: at once if enough rows are ready or enough time has passed, else when that time has passed. */
  nudge(): void {
    const { accept, window } = this.#deps;
    accept.soon();
    if (this.#pending || window.ready === 0) return;
    if (window.ready >= COMMIT_ROWS || this.#isTime()) this.#soon();
    else this.#saveLater();
  }

  /** Commits what is ready; if `done`, also saves that the step is done. */
  async close(done: boolean): Promise<void> {
    const { accept, step } = this.#deps;
    const { state } = step;
    await this.flush().catch((error) => {
      accept.last();
      throw error;
    });
    if (!done || state.done) return;
    state.done = true;
    // Whoever reads the checkpoint knows now how many rows there are.
    delete state.expected;
    await this.flush();
  }

  #next(): Promise<void> {
    this.#pending ??= this.#running.then(() => this.#commit());
    this.#running = this.#pending.catch(() => {});
    return this.#pending;
  }

  #soon(): void {
    this.#next().catch(() => {});
  }

  #isTime(): boolean {
    const { clock, everyMs } = this.#deps;
    return clock.elapsed() - this.#savedAt >= everyMs;
  }

  #saveLater(): void {
    const { clock, everyMs } = this.#deps;
    this.#timer ??= clock.after(everyMs - (clock.elapsed() - this.#savedAt), () => {
      // It may come a little early.
      this.#mustSave = true;
      this.#soon();
    });
  }

  async #commit(): Promise<void> {
    const { window, onFailed, onCommitted } = this.#deps;
    this.#pending = undefined;
    this.#timer?.[Symbol.dispose]();
    this.#timer = undefined;
    // The rows of a failed commit are in no file: a later checkpoint would claim a position after them.
    if (this.#failure) throw this.#failure.reason;
    let leaving: CommittedRows;
    try {
      leaving = await this.#take();
    } catch (reason) {
      this.#failure = { reason };
      onFailed(reason);
      throw reason;
    }
    window.wake();
    onCommitted(leaving);
    release(leaving.rows);
  }

  /** Takes the rows that can leave the window, and saves them if that cannot wait. */
  async #take(): Promise<CommittedRows> {
    const { accept, window, step, clock } = this.#deps;
    const { state, again } = step;
    const high = state.sentHigh;
    accept.now();
    const rows = window.take();
    const leaving = { rows, others: rows.filter((row) => again || !isPlainlyCreated(row)) };
    const mustSave = this.#mustSave || high > this.#savedHigh || this.#isTime();
    this.#mustSave = false;
    // Nothing is lost if those are not saved at once that the ledger knows to be created and that are counted. Where rows are
    // sent fast, one save for many of them is most of what saving costs.
    if (!mustSave && leaving.others.length === 0) {
      this.#unsaved.rows += rows.length;
      this.#unsaved.stamps.push(leave(leaving, step));
      this.#saveLater();
      return leaving;
    }
    // Rows in doubt have numbers of their own, which no position claims.
    await accept.sync(again ? 0 : this.#savedHead);
    await persist(leaving, this.#unsaved, this.#deps);
    this.#savedHead += this.#unsaved.rows + rows.length;
    this.#savedHigh = high;
    this.#savedAt = clock.elapsed();
    this.#unsaved = nothingUnsaved();
    return leaving;
  }
}

/** Rows that have left the window and are not saved yet. A resumed run takes these rows from the ledger. */
type Unsaved = { rows: number; readonly stamps: Uint8Array[] };

const nothingUnsaved = (): Unsaved => ({ rows: 0, stamps: [] });

/** Takes rows that leave the window into the state; returns their stamps. */
function leave({ rows, others }: CommittedRows, step: CommittedStep): Uint8Array {
  const { entity, state, keys, placeOf, again } = step;
  const { bytes } = stampsOf(rows, keys, entity);
  if (again) untallyDoubts(state, rows, placeOf);
  tallyTooOld(state, rows);
  tally(state, others, placeOf);
  leaveAhead(state, others, rows.length - others.length);
  const last = again ? undefined : rows.at(-1);
  if (last) state.at = last.after ?? after(last.row);
  return bytes;
}

/** The position after a row. */
const after = ({ readFrom, file, row, endLine: line, endByte: byte }: Row): Cursor => ({
  file: readFrom ?? file,
  row,
  line,
  byte,
});

function release(rows: readonly Settled[]): void {
  for (const row of rows) row.release?.();
}

/**
 * Writes rejects and the archive, then keys, then the checkpoint that claims them. A kill between two of them leaves only
 * bytes that no checkpoint claims. The ledger knows the rows already.
 */
async function persist(leaving: CommittedRows, { stamps }: Unsaved, deps: CommitDeps): Promise<void> {
  const { checkpoint, step, files } = deps;
  const { state } = step;
  const { others } = leaving;
  deps.ledger.mark(step.entity, others.flatMap(refusedRow), 'refused');
  state.rejects = { ...state.rejects, ...(await files.deadLetter.append(others)) };
  if (files.archive) state.archived = await files.archive.append(others);
  const bytes = Buffer.concat([...stamps, leave(leaving, step)]);
  state.keyBytes = await step.keyFile.append({ bytes });
  checkpoint.serial++;
  checkpoint.savedAt = new Date(deps.clock.now()).toISOString();
  await deps.store.save(checkpoint);
}

/** The number in the ledger of a row that was refused and is not ours. */
const refusedRow = ({ outcome, pending }: Settled): number | [] =>
  outcome.status === 'rejected' && outcome.foreign ? (pending?.row ?? []) : [];

/** The keys of the rows with their outcomes. Other rows must not refer to a row that the service refused. */
function stampsOf(rows: readonly Settled[], keys: KeyIndex, entity: EntityName): Stamps {
  const stamps = new Stamps(rows.length);
  for (const settled of rows) {
    if (settled.addLanded && (settled.isCreated || !isReject(settled.outcome))) {
      settled.addLanded(stamps);
      continue;
    }
    const { stamp, valid, outcome } = settled;
    if (stamp) stamps.add(stamp, stateOf(settled, entity));
    if (stamp && valid && isReject(outcome)) keys.set(stamp, 'refused');
    else if (stamp && settled.isInactive) keys.set(stamp, stateOf(settled, entity));
  }
  return stamps;
}

/**
 * The key of a message that was never sent can be used again. Whether a user that was there before is active, only the
 * service knows.
 */
function stateOf({ valid, outcome, isInactive }: Settled, entity: EntityName): StampState {
  if (!isReject(outcome)) return isInactive && outcome.status !== 'exists' ? 'inactive' : 'landed';
  return valid || (outcome.status === 'blocked' && isReferredTo(entity)) ? 'refused' : 'invalid';
}

/** Number of rows that may be sent after a mark before the next mark is written. */
export const MARK_ROWS = 1_000;
/** The same where rows are sent so fast that marks would follow one another, because each of them waits for the disk. */
const MARK_ROWS_MAX = 32_000;
const FAST_MS = 100;
const SLOW_MS = 400;

/** Decides how far a mark is ahead of the rows that are sent: as far as they come in some tenths of a second. */
class MarkPace {
  readonly #clock: Clock;
  #rows = MARK_ROWS;
  #at = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The mark that is needed before a row is sent; that is early enough for it to be on the disk when it is reached.
   * @param seq number of the row
   * @param mark rows below it may be sent, once that is on the disk
   */
  next(seq: number, mark: number): number {
    if (seq + this.#rows / 2 < mark) return mark;
    const now = this.#clock.elapsed();
    const sinceMs = now - this.#at;
    if (sinceMs < FAST_MS) this.#rows = Math.min(this.#rows * 2, MARK_ROWS_MAX);
    else if (sinceMs > SLOW_MS) this.#rows = MARK_ROWS;
    this.#at = now;
    return Math.max(mark, seq + this.#rows);
  }
}
