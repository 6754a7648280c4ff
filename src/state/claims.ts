import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Checkpoint, CheckpointStore } from '../delivery/checkpoint.ts';
import { RunError } from '../errors/run-error.ts';
import { BlockSums, type Damage, damageIn, type SumsClaim, sumsOf } from '../files/block-sums.ts';
import type { StateStore } from '../files/state/state-store.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { type KeyFile, keyFile, stampsIn } from '../keys/key-file.ts';
import type { KeyState, Stamp } from '../keys/key-index.ts';
import { claimOf, type LedgerClaim, lackOf } from '../ledger/claim.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { LedgerPlace } from '../ledger/ledger-place.ts';
import { hasLedger } from '../ledger/open-log.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { ARCHIVE_NAME, keysName, rejectsName } from './kept-names.ts';
import { corrupt, hasPublished } from './last-sync.ts';
import type { State } from './state.ts';

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

/** True if the service has acknowledged a row of the ledger: then its address is right. */
export const isAnswered = (ledger: Ledger): boolean =>
  entityNames.some(
    (name) =>
      ledger.lastRow(name) > 0 &&
      (ledger.isPublishedWithSums(name) || !ledger.acknowledgedKeys(name).next().done),
  );

function lost({ state, name }: LedgerPlace, lack: string): RunError {
  const file = state.pathOf(name);
  return new RunError('STATE.LEDGER_LOST', `the ledger ${file} ${lack}, but rows were written`, {
    where: { file },
  });
}

/** A file of which a checkpoint claims the first bytes. */
export type KeptFile = {
  /** Its name in the state. */
  readonly name: string;
  readonly kind: 'keys' | 'rejects' | 'archive';
  readonly bytes: number;
  /** Absent if the checkpoint is of an older version. */
  readonly sums: SumsClaim | undefined;
  /** The run has read all rows of its entity: from then on, a rejects file may be corrected. */
  readonly done: boolean;
};

/** The files of which a checkpoint claims bytes. */
export function keptFiles({ steps, sums = {} }: Checkpoint): KeptFile[] {
  return entityNames.flatMap((entity): KeptFile[] => {
    const step = steps[entity];
    if (!step) return [];
    const { keyBytes, rejects, archived = 0, done } = step;
    // A version without checksums may have written after one with them.
    const kept = (name: string, kind: KeptFile['kind'], bytes: number): KeptFile => ({
      name,
      kind,
      bytes,
      done,
      sums: sums[name]?.bytes === bytes ? sums[name] : undefined,
    });
    return [
      ...(keyBytes > 0 ? [kept(keysName(entity), 'keys', keyBytes)] : []),
      ...Object.entries(rejects).map(([name, bytes]) => kept(rejectsName(name), 'rejects', bytes)),
      ...(archived > 0 ? [kept(ARCHIVE_NAME, 'archive', archived)] : []),
    ];
  });
}

/** The state of a run or retry, as far as a checkpoint claims its files. */
type ClaimedState = Pick<State, 'kept' | 'archive'>;

const stateOf = ({ kind }: KeptFile, { kept, archive }: ClaimedState): StateStore =>
  kind === 'archive' ? archive.state : kept;

/** Finds what is wrong with the claimed bytes of a file; without checksums, only missing bytes are found. */
export async function damageOf(file: KeptFile, of: ClaimedState): Promise<Damage | undefined> {
  const { name, bytes, sums } = file;
  const state = stateOf(file, of);
  if (sums) return damageIn(state, name, sums);
  const size = await state.bytesOf(name).catch(() => undefined);
  if (size === undefined) return { byte: 0, what: 'is missing' };
  return size < bytes ? { byte: size, what: `ends at byte ${size} instead of byte ${bytes}` } : undefined;
}

/**
 * Checks every kept file that a run goes on with. A checkpoint of an older version gets its checksums now.
 * @throws RunError `STATE.CORRUPT` with the file and the byte
 */
export async function checkKept(of: ClaimedState, checkpoint: Checkpoint): Promise<void> {
  const sums: Record<string, SumsClaim> = {};
  for (const file of keptFiles(checkpoint)) {
    // The user may correct it; a retry reads it as a source.
    const damage = file.kind === 'rejects' && file.done ? undefined : await damageOf(file, of);
    const state = stateOf(file, of);
    if (damage) throw corrupt(state.pathOf(file.name), damage);
    const claim = file.sums ?? sumsOf(state, file.name, file.bytes);
    if (claim?.bytes === file.bytes) sums[file.name] = claim;
  }
  checkpoint.sums = sums;
}

/** The checksums of the files that a run appends to. */
export class KeptSums {
  readonly #files = new Map<string, BlockSums>();

  /** @param claims of the checkpoint that the run goes on with */
  constructor(claims: Readonly<Record<string, SumsClaim>> = {}) {
    for (const [name, claim] of Object.entries(claims)) this.#files.set(name, new BlockSums(claim));
  }

  /** Adds bytes that were appended to a file. */
  add(name: string, bytes: Uint8Array): void {
    const sums = this.#files.get(name) ?? new BlockSums();
    this.#files.set(name, sums);
    sums.add(bytes);
  }

  get claims(): Record<string, SumsClaim> {
    return Object.fromEntries(Array.from(this.#files, ([name, sums]) => [name, sums.claim]));
  }
}

/** The key file of an entity; its appends are added to the checksums. */
export type KeyFileOf = (entity: EntityName, sums?: KeptSums) => KeyFile;

/** The key files of a state, and beside them the filters of large indexes. */
export function keyFilesIn({ kept, paths }: Pick<State, 'kept' | 'paths'>, files: Files): KeyFileOf {
  return (entity, sums) => {
    const name = keysName(entity);
    const filter = { path: `${join(paths.folder, name)}.filter`, files };
    return keyFile(kept, name, { filter, onAppended: (bytes) => sums?.add(name, bytes) });
  };
}

/** The keys of the rows of an entity that a checkpoint claims, in the order in which they were settled. */
export const claimedKeys = (
  { kept }: Pick<State, 'kept'>,
  checkpoint: Checkpoint | undefined,
  entity: EntityName,
): Iterable<{ readonly stamp: Stamp; readonly state: KeyState }> =>
  stampsIn(kept, keysName(entity), checkpoint?.steps[entity]?.keyBytes ?? 0);
