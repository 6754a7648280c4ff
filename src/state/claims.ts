import { isDeepStrictEqual } from 'node:util';
import type { Checkpoint, CheckpointStore } from '../delivery/checkpoint.ts';
import { RunError } from '../errors/run-error.ts';
import type { StateStore } from '../files/state/state-store.ts';
import { damageInSummed, stampIn } from '../files/summed-file.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { claimOf, type LedgerClaim, lackOf } from '../ledger/claim.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { LedgerPlace } from '../ledger/ledger-place.ts';
import { hasLedger } from '../ledger/open-log.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { corrupt, type KeptSums } from './kept-files.ts';
import { fingerprintsName } from './kept-names.ts';
import { hasPublished } from './kept-shape.ts';

/** A store whose checkpoints claim what the ledger and the kept files hold when they are saved. */
export function claimingStore(store: CheckpointStore, ledger: Ledger, sums: KeptSums): CheckpointStore {
  return {
    ...store,
    save: async (checkpoint) => {
      // A commit has synced the ledger; else nothing of it would be claimed.
      if (ledger.synced.end === 0) await ledger.sync();
      checkpoint.ledger = claimOf(ledger);
      checkpoint.sums = sums.claims;
      await store.save(checkpoint);
    },
  };
}

/** Saves a checkpoint that claims what the ledger holds now. */
export async function saveLedgerClaim(
  store: CheckpointStore,
  checkpoint: Checkpoint,
  ledger: Ledger,
): Promise<void> {
  await ledger.sync();
  checkpoint.ledger = claimOf(ledger);
  checkpoint.serial++;
  await store.save(checkpoint);
}

/**
 * Opens a ledger that holds at least what the checkpoints say that it held.
 * @param place need not have one if no checkpoint claims anything
 * @param checkpoints of the run and of a retry of its rejects
 * @throws RunError `STATE.LEDGER_LOST`, `STATE.CORRUPT`, `STATE.TARGET_CHANGED`, `STATE.UNWRITABLE`
 */
export async function openKnownLedger(
  place: LedgerPlace,
  checkpoints: readonly (Checkpoint | undefined)[],
  system: System,
  target?: Readonly<Record<string, string>>,
): Promise<Ledger> {
  const known = checkpoints.filter((each) => each !== undefined);
  await requireLedger(place, known, system.files);
  const ledger = openOwn(place, known, system, target);
  const lack = lackOfLedger(ledger, known);
  if (lack === undefined) return ledger;
  ledger[Symbol.dispose]();
  throw lost(place, lack);
}

/** Another ledger may also belong to another target. */
function openOwn(
  place: LedgerPlace,
  checkpoints: readonly Checkpoint[],
  system: System,
  target: Readonly<Record<string, string>> | undefined,
): Ledger {
  try {
    return new Ledger(place, system, target, claimsIn(checkpoints));
  } catch (error) {
    const isOther = error instanceof RunError && error.code === 'STATE.TARGET_CHANGED';
    if (isOther && checkpoints.some((each) => claimsLedger(each) && isDeepStrictEqual(each.target, target)))
      throw lost(place, 'belongs to another target than the checkpoint');
    throw error;
  }
}

/**
 * Checks that a ledger which a checkpoint claims exists and is not empty; creates nothing.
 * @throws RunError `STATE.LEDGER_LOST`
 */
export async function requireLedger(
  place: LedgerPlace,
  checkpoints: readonly (Checkpoint | undefined)[],
  files: Files,
): Promise<void> {
  const size = await place.state.bytesOf(place.name);
  if (!checkpoints.some((each) => each && claimsLedger(each))) {
    const isGone = size === 0 || (size === undefined && !(await hasLedger(place, files)));
    if (isGone && hasPublished(place.state)) throw lost(place, 'is missing, and so is the checkpoint');
    return;
  }
  if (size === undefined && (await hasLedger(place, files))) return;
  if (size === undefined) throw lost(place, 'is missing');
  if (size === 0) throw lost(place, 'is empty');
}

/** The claims of checkpoints on the ledger. */
export const claimsIn = (checkpoints: readonly (Checkpoint | undefined)[]): LedgerClaim[] =>
  checkpoints.flatMap((checkpoint) => checkpoint?.ledger ?? []);

/**
 * Finds what a ledger lacks that the checkpoints claim, completing "the ledger …"; undefined if it lacks nothing.
 */
export function lackOfLedger(ledger: Ledger, checkpoints: readonly Checkpoint[]): string | undefined {
  for (const checkpoint of checkpoints) {
    const { ledger: claim } = checkpoint;
    const lack = claim
      ? lackOf(ledger, claim)
      : ledger.isEmpty && claimsLedger(checkpoint)
        ? 'has no rows'
        : undefined;
    if (lack !== undefined) return lack;
  }
  return undefined;
}

/** True if there must be a ledger beside a checkpoint. One of an older version says so by the rows that it has counted. */
export function claimsLedger({ ledger, steps }: Checkpoint): boolean {
  if (ledger) return Object.values(ledger.rows).some((rows) => rows > 0);
  return Object.values(steps).some(
    ({ counts }) => counts.created + counts.updated + counts.exists + counts.unchanged > 0,
  );
}

/**
 * True if the fingerprints of an entity are those that the ledger has last published. Those of an earlier time are not used:
 * then every row is compared.
 * @throws RunError `STATE.CORRUPT`; `STATE.LEDGER_LOST` if the ledger is of an earlier time
 */
export function areCurrent(kept: StateStore, entity: EntityName, ledger: Ledger): boolean {
  const name = fingerprintsName(entity);
  const age = ledger.ageOf(entity, stampIn(kept, name));
  if (age === 'newer') throw olderLedger(kept.pathOf(name));
  const damage = damageInSummed(kept, name, ledger.isPublishedWithSums(entity));
  if (damage) throw corrupt(kept.pathOf(name), damage);
  return age === 'current';
}

/** True if the service has acknowledged a row of the ledger: then its address is right. */
export const isAnswered = (ledger: Ledger): boolean =>
  entityNames.some(
    (name) =>
      ledger.lastRow(name) > 0 &&
      (ledger.isPublishedWithSums(name) || !ledger.acknowledgedKeys(name).next().done),
  );

/** The error of a ledger that is older than fingerprints beside it. */
const olderLedger = (file: string): RunError =>
  new RunError(
    'STATE.LEDGER_LOST',
    `the ledger is older than ${file}: a part of the state was put back to an earlier time`,
    { where: { file } },
  );

function lost({ state, name }: LedgerPlace, lack: string): RunError {
  const file = state.pathOf(name);
  return new RunError('STATE.LEDGER_LOST', `the ledger ${file} ${lack}, but rows were written`, {
    where: { file },
  });
}
