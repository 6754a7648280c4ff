import type { EntityName } from '../input/entities/entity.ts';
import { isReject, type Outcome } from '../input/rows/outcome.ts';
import type { PlaceOf } from '../input/rows/place.ts';
import type { KeyFile } from '../keys/key-file.ts';
import { type KeyIndex, type KeyState, Stamps } from '../keys/key-index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../system/clock.ts';
import { type Accept, headOf, leaveAhead } from './accept.ts';
import type { Archive } from './archive.ts';
import type { Checkpoint, CheckpointStore, StepState } from './checkpoint.ts';
import type { DeadLetter } from './dead-letter.ts';
import type { InFlight, Settled } from './in-flight.ts';
import { MarkPace } from './mark-pace.ts';
import { SlabRow } from './slab/slab-row.ts';
import { tally, untallyDoubts } from './tally.ts';

/** So many rows that are ready to leave the window are committed without waiting, but not more often than this. */
const COMMIT_ROWS = 1_000;
const COMMIT_ROWS_MAX = 4_000;
const COMMIT_PAUSE_MS = 50;

export type CommitDeps = {
  readonly window: InFlight;
  readonly entity: EntityName;
  readonly accept: Accept;
  readonly ledger: Pick<Ledger, 'intentsSynced'>;
  readonly checkpoint: Checkpoint;
  readonly state: StepState;
  readonly store: CheckpointStore;
  readonly deadLetter: DeadLetter;
  /** Undefined if the pipeline keeps no rows that it leaves out. */
  readonly archive: Archive | undefined;
  readonly keyFile: KeyFile;
  readonly keys: KeyIndex;
  readonly placeOf: PlaceOf;
  /** True if the rows were in doubt and are counted already: reading goes on where it was. */
  readonly again?: boolean;
  readonly everyMs: number;
  readonly clock: Clock;
  /** Called after each commit with the rows that left the window. */
  readonly onCommitted: (rows: readonly Settled[]) => void;
  /** Called when a commit fails: the run must end, even if nobody awaits that commit. */
  readonly onFailed: (error: unknown) => void;
};

/** The only place that makes results durable, in file order. After a failure it writes nothing more. */
export interface Commit {
  /** Commits all rows that can leave the window; resolves once they are durable. */
  flush(): Promise<void>;
  /** Resolves once the state on disk says that rows up to and including `seq` may have been sent, and so does the ledger. */
  mark(seq: number): Promise<void>;
  /** Schedules a commit: at once if enough rows are ready or enough time has passed, else when that time has passed. */
  nudge(): void;
  /** Commits what is ready; if `done`, also saves that the step is done. */
  close(done: boolean): Promise<void>;
}

export function createCommit(deps: CommitDeps): Commit {
  const { window, state, clock, accept } = deps;
  let durableHead = headOf(state);
  let durableHigh = state.sentHigh;
  const pace = new MarkPace(clock);
  let lastCommitAt = clock.elapsed();
  let timer: Disposable | undefined;
  let pending: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();
  let failure: { readonly reason: unknown } | undefined;

  const commit = async (): Promise<void> => {
    pending = undefined;
    timer?.[Symbol.dispose]();
    timer = undefined;
    // The rows of a failed commit are in no file: a later checkpoint would claim a position after them.
    if (failure) throw failure.reason;
    const high = state.sentHigh;
    let rows: readonly Settled[];
    try {
      accept.now();
      rows = window.take();
      // Rows in doubt have numbers of their own, which no position claims.
      await accept.sync(deps.again ? 0 : durableHead);
      await persist(rows, deps);
    } catch (reason) {
      failure = { reason };
      deps.onFailed(reason);
      throw reason;
    }
    durableHead += rows.length;
    durableHigh = high;
    lastCommitAt = clock.elapsed();
    window.wake();
    deps.onCommitted(rows);
    for (const row of rows) if (row instanceof SlabRow) row.slab.release();
  };
  const flush = (): Promise<void> => {
    pending ??= running.then(commit);
    running = pending.catch(() => {});
    return pending;
  };
  const soon = (): void => void flush().catch(() => {});
  return {
    flush,
    async mark(seq) {
      const high = pace.next(seq, state.sentHigh);
      if (high > state.sentHigh) {
        state.sentHigh = high;
        soon();
      }
      while (seq >= durableHigh) await flush();
      await deps.ledger.intentsSynced();
    },
    nudge() {
      accept.soon();
      if (pending || window.ready === 0) return;
      const sinceMs = clock.elapsed() - lastCommitAt;
      if (window.ready >= rowsToCommit(sinceMs) || sinceMs >= deps.everyMs) soon();
      else timer ??= clock.after(deps.everyMs - sinceMs, soon);
    },
    async close(done) {
      await flush().catch((error) => {
        accept.last();
        throw error;
      });
      if (!done || state.done) return;
      state.done = true;
      await flush();
    },
  };
}

const rowsToCommit = (sinceMs: number): number => (sinceMs < COMMIT_PAUSE_MS ? COMMIT_ROWS_MAX : COMMIT_ROWS);

/**
 * Writes rejects and the archive, then keys, then the checkpoint that claims them. A kill between two of them leaves only
 * bytes that no checkpoint claims. The ledger knows the rows already.
 */
async function persist(rows: readonly Settled[], deps: CommitDeps): Promise<void> {
  const { checkpoint, state } = deps;
  state.rejects = { ...state.rejects, ...(await deps.deadLetter.append(rows)) };
  if (deps.archive) state.archived = await deps.archive.append(rows);
  state.keyBytes = await deps.keyFile.append(stampsOf(rows, deps.keys));
  if (deps.again) untallyDoubts(state, rows, deps.placeOf);
  tally(state, rows, deps.placeOf);
  leaveAhead(state, rows);
  const row = deps.again ? undefined : rows.at(-1)?.row;
  if (row) state.at = { file: row.readFrom ?? row.file, row: row.row, line: row.endLine, byte: row.endByte };
  checkpoint.serial++;
  checkpoint.savedAt = new Date(deps.clock.now()).toISOString();
  await deps.store.save(checkpoint);
}

/** The keys of the rows with their outcomes. Other rows must not refer to a row that the service refused. */
function stampsOf(rows: readonly Settled[], keys: KeyIndex): Stamps {
  const stamps = new Stamps(rows.length);
  for (const settled of rows) {
    if (settled instanceof SlabRow && (settled.isCreated || !isReject(settled.outcome))) {
      const { slab, index } = settled;
      stamps.addLanded(slab.keyLo[index] as number, slab.keyHi[index] as number, {
        content: slab.content[index] as number,
        line: slab.line[index] as number,
        file: slab.file,
      });
      continue;
    }
    const { stamp, valid, outcome } = settled;
    if (stamp) stamps.add(stamp, stateOf(valid, outcome));
    if (stamp && valid && isReject(outcome)) keys.set(stamp, 'refused');
  }
  return stamps;
}

function stateOf(valid: boolean, outcome: Outcome): KeyState {
  if (!isReject(outcome)) return 'landed';
  return valid || outcome.status === 'blocked' ? 'refused' : 'invalid';
}
