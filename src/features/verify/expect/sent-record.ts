import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { type Checkpoint, sourcesOf } from '../../../delivery/checkpoint.ts';
import { RunError } from '../../../errors/run-error.ts';
import { currentLock } from '../../../files/current-lock.ts';
import { takeLock } from '../../../files/lock.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';
import type { KeyState, Stamp } from '../../../keys/key-index.ts';
import { Ledger } from '../../../ledger/ledger.ts';
import { hasLedger } from '../../../ledger/open-log.ts';
import type { Connection } from '../../../session/connect.ts';
import { claimedKeys, claimsIn, claimsLedger, lackOfLedger } from '../../../state/claims.ts';
import { isDone, State, type StatePaths } from '../../../state/state.ts';
import type { Files } from '../../../system/files.ts';
import type { System } from '../../../system/system.ts';
import type { RecordState } from '../result/verification-report.ts';

/** Record in the state of a pipeline of the rows that it has sent. */
export type SentRecord = AsyncDisposable & {
  readonly ledger: Ledger;
  /** Number of source files of an entity in the run; a retry counts its rejects files from there on. */
  readonly files: (entity: EntityName) => number;
  /** Every key that a run or a retry has settled, in that order, with the place of its row in the sources. */
  readonly settled: (entity: EntityName) => Iterable<{ readonly stamp: Stamp; readonly state: KeyState }>;
  /** A retry of rejected rows has begun and is not merged into its run: it may have sent rows that no key file has. */
  readonly isRetrying: boolean;
};

/**
 * Opens the record of what a pipeline has sent; nobody else can write it until it is disposed of.
 * @param lock the caller does not have the lock of the state: then it is taken
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`
 */
export async function openRecord(
  paths: StatePaths,
  checkpoint: Checkpoint | undefined,
  { identity }: Connection,
  system: System,
  lock: { readonly command: string } | undefined,
): Promise<SentRecord | Exclude<RecordState, 'read'>> {
  const { files } = system;
  const withoutRows = checkpoint !== undefined && claimsLedger(checkpoint) ? 'lost' : 'none';
  const state = new State(paths.folder, files);
  const isThere = await hasLedger(state.ledger, files);
  if (!isThere || (await state.kept.bytesOf(state.ledger.name)) === 0) return withoutRows;
  await using stack = new AsyncDisposableStack();
  if (lock) {
    if (await currentLock(paths.lock, system)) return 'inUse';
    const taken = await takeLock(paths.lock, lock.command, system).catch(unlessLocked);
    if (!taken) return 'inUse';
    stack.use(taken);
  }
  const ledger = ledgerOf(state, checkpoint, system, identity);
  if (!ledger) return isDeepStrictEqual(checkpoint?.target, identity) ? withoutRows : 'otherTarget';
  stack.use(ledger);
  const isLost = checkpoint !== undefined && lackOfLedger(ledger, [checkpoint]) !== undefined;
  if (isLost) return 'lost';
  if (ledger.isEmpty) return 'none';
  const { retry } = state;
  const retried = await retry.store.load();
  const opened = stack.move();
  return {
    ledger,
    isRetrying: retried !== undefined,
    files: (entity) => (checkpoint ? sourcesOf(checkpoint, entity) : 0),
    settled: function* (entity) {
      yield* claimedKeys(state, checkpoint, entity);
      // A retry that was already merged has its keys in both files; the same key twice does no harm.
      yield* claimedKeys(retry, retried, entity);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The ledger of the pipeline; undefined if it belongs to another target. */
function ledgerOf(
  { ledger }: State,
  checkpoint: Checkpoint | undefined,
  system: System,
  target: Connection['identity'],
): Ledger | undefined {
  try {
    return new Ledger(ledger, system, target, claimsIn([checkpoint]));
  } catch (error) {
    if (error instanceof RunError && error.code === 'STATE.TARGET_CHANGED') return undefined;
    throw error;
  }
}

/**
 * Which keys a stopped run has not settled yet, so that it may still send their rows; none if no run was stopped. Keys of
 * messages, users and the like are told apart by entity. The settled ones are stored in the scratch file: they may be all.
 */
export function unsettledKeys(
  paths: StatePaths,
  checkpoint: Checkpoint | undefined,
  files: Files,
  db: DatabaseSync,
): (key: string, entity: EntityName) => boolean {
  const state = new State(paths.folder, files);
  if (!checkpoint || isDone(checkpoint)) return () => false;
  db.exec('CREATE TABLE settled (entity TEXT, lo INTEGER, hi INTEGER); BEGIN');
  const insert = db.prepare('INSERT INTO settled VALUES (?, ?, ?)');
  for (const name of entityNames)
    for (const { stamp } of claimedKeys(state, checkpoint, name)) insert.run(name, stamp.lo, stamp.hi);
  // After the rows: an index that grows row by row is read and written all over.
  db.exec('COMMIT; CREATE INDEX settled_by_key ON settled (lo, hi)');
  const find = db.prepare('SELECT 1 FROM settled WHERE lo = ? AND hi = ? AND entity = ?');
  return (key, entity) => {
    const { lo, hi } = fingerprint64(key);
    return find.get(lo, hi, entity) === undefined;
  };
}

function unlessLocked(error: unknown): undefined {
  if (error instanceof RunError && error.code === 'STATE.LOCKED') return undefined;
  throw error;
}
