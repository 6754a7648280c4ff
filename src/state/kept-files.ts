import type { Checkpoint } from '../delivery/checkpoint.ts';
import { RunError } from '../errors/run-error.ts';
import { BlockSums, type Damage, damageIn, type SumsClaim, sumsOf } from '../files/block-sums.ts';
import type { StateStore } from '../files/state/state-store.ts';
import { entityNames } from '../input/entities/entity.ts';
import { ARCHIVE_NAME, keysName, rejectsName } from './kept-names.ts';

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

/** The states that kept files are in. */
export type KeptIn = {
  /** That of the checkpoint: of a run, or of a retry of its rejects. */
  readonly own: StateStore;
  /** That of the run: it has the archive, also for a retry. */
  readonly run: StateStore;
};

const stateOf = ({ kind }: KeptFile, { own, run }: KeptIn): StateStore => (kind === 'archive' ? run : own);

/** Finds what is wrong with the claimed bytes of a file; without checksums, only missing bytes are found. */
export async function damageOf(file: KeptFile, keptIn: KeptIn): Promise<Damage | undefined> {
  const { name, bytes, sums } = file;
  const state = stateOf(file, keptIn);
  if (sums) return damageIn(state, name, sums);
  const size = await state.bytesOf(name).catch(() => undefined);
  if (size === undefined) return { byte: 0, what: 'is missing' };
  return size < bytes ? { byte: size, what: `ends at byte ${size} instead of byte ${bytes}` } : undefined;
}

/**
 * Checks every kept file that a run goes on with. A checkpoint of an older version gets its checksums now.
 * @throws RunError `STATE.CORRUPT` with the file and the byte
 */
export async function checkKept(keptIn: KeptIn, checkpoint: Checkpoint): Promise<void> {
  const sums: Record<string, SumsClaim> = {};
  for (const file of keptFiles(checkpoint)) {
    // The user may correct it; a retry reads it as a source.
    const damage = file.kind === 'rejects' && file.done ? undefined : await damageOf(file, keptIn);
    const state = stateOf(file, keptIn);
    if (damage) throw corrupt(state.pathOf(file.name), damage);
    const claim = file.sums ?? sumsOf(state, file.name, file.bytes);
    if (claim?.bytes === file.bytes) sums[file.name] = claim;
  }
  checkpoint.sums = sums;
}

/** The error for damage in a kept file. */
export const corrupt = (file: string, { byte, what }: Damage): RunError =>
  new RunError('STATE.CORRUPT', `${file} ${what}`, { where: { file, byte } });

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
