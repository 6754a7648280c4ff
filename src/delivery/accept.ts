import type { EntityName } from '../input/entities/entity.ts';
import type { AcceptedStatus } from '../input/rows/outcome.ts';
import type { AcknowledgedEntry } from '../ledger/entry.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../system/clock.ts';
import type { Checkpoint, StepState } from './checkpoint.ts';
import type { AcceptedRow, InFlight, Settled } from './in-flight.ts';
import { acceptedChange, type StepChanges } from './row-change.ts';
import type { SlabRow } from './rows/slab-row.ts';
import { countRow } from './tally/tally.ts';

/** While answers come fast, they are recorded together, this often; after a pause each is recorded at once. */
const EVERY_MS = 20;

export type AcceptDeps = {
  readonly window: InFlight;
  readonly entity: EntityName;
  readonly ledger: Ledger;
  readonly checkpoint: Checkpoint;
  readonly state: StepState;
  /** True if the rows were in doubt: they are counted when they leave the window, and not settled by their numbers. */
  readonly again: boolean;
  /** A sync: called with a row's ordinal and its number in the ledger, once the ledger has recorded the row. */
  readonly onRecorded?: ((ordinal: number, row: number) => void) | undefined;
  /** Lists what was changed, once the ledger has recorded it; undefined if nobody does. */
  readonly changes?: StepChanges | undefined;
  readonly clock: Clock;
  /** Called when the ledger cannot be written: the run must end. */
  readonly onFailed: (error: unknown) => void;
};

/** Records in the ledger what the service has accepted, whatever is still open before it, and counts it. */
export interface Accept {
  /** Schedules `now`. */
  soon(): void;
  /**
   * Records all rows that the service has accepted. After a failure they are kept for `last`.
   * @throws RunError `STATE.UNWRITABLE`
   */
  now(): void;
  /** The same at the end of a run that has failed: on a full disk, the space that is kept for this is used. Never throws. */
  last(): void;
  /**
   * Resolves once what was recorded survives a power cut. Wait for it before a checkpoint claims rows.
   * @param head number of the first row that the checkpoint on disk does not claim
   * @throws RunError `STATE.UNWRITABLE`
   */
  sync(head: number): Promise<void>;
}

export function createAccept(deps: AcceptDeps): Accept {
  const { window, clock, ledger } = deps;
  let created: readonly SlabRow[] = [];
  let others: readonly AcceptedRow[] = [];
  let lastAt = Number.NEGATIVE_INFINITY;
  let isPlanned = false;
  const now = (): void => {
    const accepted = window.takeAccepted(!deps.again);
    // After a failure there are older ones.
    created = created.length === 0 ? accepted.created : [...created, ...accepted.created];
    others = others.length === 0 ? accepted.others : [...others, ...accepted.others];
    if (created.length + others.length === 0) return;
    if (created.length > 0) recordCreated(created, deps);
    created = [];
    if (others.length > 0) recordOthers(others, deps);
    others = [];
    lastAt = clock.elapsed();
  };
  const planned = (): void => {
    isPlanned = false;
    try {
      now();
    } catch (error) {
      deps.onFailed(error);
    }
  };
  return {
    now,
    last() {
      try {
        ledger.accepted.makeRoom();
        now();
      } catch {
        // The run has ended with the first failure. These rows will be sent again.
      }
    },
    sync(head) {
      ledger.accepted.forget(head);
      return ledger.sync();
    },
    soon() {
      if (isPlanned) return;
      isPlanned = true;
      const waitMs = lastAt + EVERY_MS - clock.elapsed();
      // The other rows of the same answer are settled before the microtask.
      if (waitMs <= 0) queueMicrotask(planned);
      else clock.after(waitMs, planned);
    },
  };
}

/** Rows that the service has created as they were recorded before: there are no entries to be made for them. */
function recordCreated(rows: readonly SlabRow[], deps: AcceptDeps): void {
  const { ledger, entity, checkpoint, state, again, onRecorded, changes } = deps;
  ledger.acknowledgeCreated(entity, rows, again ? undefined : checkpoint.lineage);
  if (!again) {
    state.counts.read += rows.length;
    state.counts.created += rows.length;
    addAhead(state, 'created', rows.length);
  }
  if (onRecorded) for (const { ordinal, ledgerRow } of rows) if (ordinal >= 0) onRecorded(ordinal, ledgerRow);
  changes?.take?.(rows.map((row) => acceptedChange(entity, row.toPending(), 'created')));
  if (!changes?.fields) return;
  for (const row of rows) changes.fields.putNew(row.ledgerRow, row.toPending().version, () => row.data);
  changes.fields.flush();
}

function recordOthers(rows: readonly AcceptedRow[], deps: AcceptDeps): void {
  const { ledger, entity, checkpoint, state, again, onRecorded, changes } = deps;
  const accepted = rows.map(({ seq, settled }) => ({
    seq,
    status: settled.outcome.status as AcceptedStatus,
  }));
  const entries = rows.map(({ settled }) => acknowledgedEntry(settled, entity));
  const settling = again ? undefined : { lineage: checkpoint.lineage, rows: accepted };
  const numbers = ledger.acknowledge(entity, entries, settling);
  rows.forEach(({ settled }, index) => {
    const { status } = settled.outcome;
    if (!again) {
      countRow(state, status);
      addAhead(state, status as AcceptedStatus, 1);
    }
    const ordinal = onRecorded ? ordinalOf(settled) : undefined;
    if (ordinal !== undefined) onRecorded?.(ordinal, numbers[index] as number);
  });
  if (changes) listChanges(entries, numbers, accepted, deps);
}

/** Lists rows that were not just created as they were sent, and remembers their fields. */
function listChanges(
  entries: readonly AcknowledgedEntry[],
  numbers: readonly number[],
  accepted: readonly { readonly status: AcceptedStatus }[],
  { entity, changes }: AcceptDeps,
): void {
  const statusOf = (index: number): AcceptedStatus => (accepted[index] as { status: AcceptedStatus }).status;
  changes?.take?.(entries.map((entry, index) => acceptedChange(entity, entry, statusOf(index))));
  entries.forEach(({ version, fields }, index) => {
    if (fields) changes?.fields?.put(numbers[index] as number, version, fields);
  });
  changes?.fields?.flush();
}

/** The number of a row among the records of its step, if rows are selected. */
function ordinalOf(settled: Settled): number | undefined {
  const { ordinal } = settled;
  if (ordinal === undefined) return settled.row.ordinal;
  return ordinal < 0 ? undefined : ordinal;
}

/** Entry that the ledger records of a row that the service has accepted. */
function acknowledgedEntry({ pending, outcome }: Settled, entity: EntityName): AcknowledgedEntry {
  if (!pending) throw new RangeError('a row that was not sent cannot be accepted');
  if (outcome.status === 'updated')
    return {
      ...pending,
      ...(outcome.inactive ? { active: false } : {}),
      origin: outcome.foreign ? 'exists' : 'created',
    };
  if (outcome.status !== 'created' && outcome.status !== 'exists')
    throw new RangeError(`a row that is ${outcome.status} is not accepted`);
  const { version, active } = pending;
  return {
    ...pending,
    origin: outcome.status,
    ...(outcome.id !== undefined ? { id: outcome.id } : {}),
    ...(outcome.inactive ? { active: false } : {}),
    ...(outcome.unread
      ? { version: { ...version, content: -1 }, active: entity === 'users' ? undefined : active }
      : {}),
  };
}

/** Adds to the number of rows that are counted and have not left the window. */
function addAhead(state: StepState, status: AcceptedStatus, by: number): void {
  state.ahead ??= {};
  state.ahead[status] = (state.ahead[status] ?? 0) + by;
}

/** The number of the first row behind the position of a step: how many rows have left the window. */
export const headOf = ({ counts, ahead = {} }: StepState): number =>
  Object.values(ahead).reduce((head, rows) => head - rows, counts.read);

/**
 * Takes rows that leave the window out of those that are counted ahead of it.
 * @param created how many more leave it that the service has created as they were sent
 */
export function leaveAhead(state: StepState, rows: readonly Settled[], created: number): void {
  for (const row of rows) if (row.counted) addAhead(state, row.outcome.status as AcceptedStatus, -1);
  if (created > 0) addAhead(state, 'created', -created);
}

/**
 * Counts exactly the rows that the ledger knows to be accepted behind the position of a loaded checkpoint, which was saved
 * before or after them, and returns their outcomes by number.
 */
export function restoreAccepted(
  state: StepState,
  { lineage }: Checkpoint,
  entity: EntityName,
  ledger: Ledger,
): ReadonlyMap<number, AcceptedStatus> {
  const head = headOf(state);
  for (const [status, rows] of Object.entries(state.ahead ?? {}) as [AcceptedStatus, number][]) {
    state.counts.read -= rows;
    state.counts[status] -= rows;
  }
  delete state.ahead;
  const accepted = ledger.accepted.load(lineage, entity, head);
  for (const status of accepted.values()) {
    countRow(state, status);
    addAhead(state, status, 1);
  }
  return accepted;
}
