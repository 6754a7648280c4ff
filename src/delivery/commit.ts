import type { EntityName } from '../input/entities/entity.ts';
import type { KeyFile } from '../keys/key-file.ts';
import type { KeyIndex, KeyState, Stamp } from '../keys/key-index.ts';
import type { AcknowledgedEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Checkpoint, CheckpointStore, StepState } from './checkpoint.ts';
import type { DeadLetter } from './dead-letter.ts';
import type { InFlight, Settled } from './in-flight.ts';
import { tally } from './tally.ts';

/** Rows that may be sent beyond the last mark before the next one is written. */
export const MARK_ROWS = 1_000;
/** Rows ready to leave the window that are worth a commit of their own. */
const COMMIT_ROWS = 1_000;

export type CommitDeps = {
  readonly window: InFlight;
  readonly entity: EntityName;
  readonly ledger: Ledger;
  readonly checkpoint: Checkpoint;
  readonly state: StepState;
  readonly store: CheckpointStore;
  readonly deadLetter: DeadLetter;
  readonly keyFile: KeyFile;
  readonly keys: KeyIndex;
  readonly nameOf: (file: number) => string;
  /** Told of each row that a sync tells apart, by its ordinal, once the ledger has it under a number. */
  readonly onRecorded?: ((ordinal: number, row: number) => void) | undefined;
  readonly everyMs: number;
  /** Told after each commit of the rows that left the window with it. */
  readonly onCommitted: (rows: readonly Settled[]) => void;
  /** A commit has failed: the run must end, whether or not somebody waits for that commit. */
  readonly onFailed: (error: unknown) => void;
};

/** The one place where anything becomes durable, in file order. After a failure nothing becomes durable any more. */
export interface Commit {
  /** Commits all that can leave the window; returns once it is durable. */
  flush(): Promise<void>;
  /** Returns once the state on disk says that rows up to and including `seq` may have been sent. */
  mark(seq: number): Promise<void>;
  /** Commits soon, if enough rows are ready or enough time has passed. */
  nudge(): void;
  /** Marks the step done with the next flush, and stops the clock. */
  close(done: boolean): Promise<void>;
}

export function createCommit(deps: CommitDeps): Commit {
  const { window, state } = deps;
  let durableHigh = state.sentHigh;
  let last = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let pending: Promise<void> | undefined;
  let running: Promise<void> = Promise.resolve();
  let broken: { readonly reason: unknown } | undefined;

  const commit = async (): Promise<void> => {
    pending = undefined;
    clearTimeout(timer);
    timer = undefined;
    // Rows of a commit that failed are in no file: one that came after it would claim what lies beyond them.
    if (broken) throw broken.reason;
    const rows = window.take();
    const high = state.sentHigh;
    await persist(rows, deps).catch((reason: unknown) => {
      broken = { reason };
      deps.onFailed(reason);
      throw reason;
    });
    durableHigh = high;
    last = performance.now();
    window.wake();
    deps.onCommitted(rows);
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
      while (seq >= durableHigh) {
        state.sentHigh = Math.max(state.sentHigh, seq + MARK_ROWS);
        await flush();
      }
    },
    nudge() {
      if (pending || window.ready === 0) return;
      const waitMs = deps.everyMs - (performance.now() - last);
      if (window.ready >= COMMIT_ROWS || waitMs <= 0) soon();
      else timer ??= setTimeout(soon, waitMs);
    },
    async close(done) {
      await flush();
      if (!done || state.done) return;
      state.done = true;
      await flush();
    },
  };
}

/**
 * Rejects, then the ledger, then keys, then the checkpoint that claims them: a kill between any two leaves only unclaimed
 * bytes, and in the ledger rows that will be acknowledged once more.
 */
async function persist(rows: readonly Settled[], deps: CommitDeps): Promise<void> {
  const { checkpoint, state } = deps;
  state.rejects = { ...state.rejects, ...(await deps.deadLetter.append(rows)) };
  note(rows, deps);
  state.keyBytes = await deps.keyFile.append(stampsOf(rows, deps.keys));
  tally(state, rows, deps.nameOf);
  const row = rows.at(-1)?.row;
  if (row) state.at = { file: row.readFrom ?? row.file, row: row.row, line: row.endLine, byte: row.endByte };
  checkpoint.serial++;
  checkpoint.savedAt = new Date().toISOString();
  await deps.store.save(checkpoint);
}

function note(rows: readonly Settled[], { ledger, entity, onRecorded }: CommitDeps): void {
  const taken = rows.flatMap((row) => {
    const noted = acknowledged(row, entity);
    return noted ? [{ noted, ordinal: row.row.ordinal }] : [];
  });
  const numbers = ledger.acknowledge(
    entity,
    taken.map(({ noted }) => noted),
  );
  if (onRecorded)
    taken.forEach(({ ordinal }, index) => {
      if (ordinal !== undefined) onRecorded(ordinal, numbers[index] as number);
    });
}

/** What the ledger notes of a row; nothing where the service did not take it. */
function acknowledged({ pending, outcome }: Settled, entity: EntityName): AcknowledgedEntry | undefined {
  if (!pending) return undefined;
  if (outcome.status === 'updated') return { ...pending, origin: outcome.foreign ? 'exists' : 'created' };
  if (outcome.status !== 'created' && outcome.status !== 'exists') return undefined;
  const { version, active } = pending;
  return {
    ...pending,
    origin: outcome.status,
    ...(outcome.status === 'created' && outcome.id !== undefined ? { id: outcome.id } : {}),
    ...(outcome.unread
      ? { version: { ...version, content: -1 }, active: entity === 'users' ? undefined : active }
      : {}),
  };
}

/** The keys of the rows with what became of them; a row that the service refused is no ground to refer to. */
function stampsOf(rows: readonly Settled[], keys: KeyIndex): { stamp: Stamp; state: KeyState }[] {
  return rows.flatMap(({ stamp, valid, outcome }): { stamp: Stamp; state: KeyState }[] => {
    if (!stamp) return [];
    const bad = outcome.status === 'rejected' || outcome.status === 'blocked';
    if (!bad) return [{ stamp, state: 'landed' }];
    const state: KeyState = valid || outcome.status === 'blocked' ? 'refused' : 'invalid';
    if (valid) keys.set(stamp, 'refused');
    return [{ stamp, state }];
  });
}
