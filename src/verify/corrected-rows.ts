import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EntityName } from '../entity.ts';
import { fingerprint64 } from '../hash.ts';
import { FILE_UNKNOWN, type KeyState, type Stamp } from '../key-index.ts';
import type { FoundDifferences } from './found-differences.ts';

/** Where rows of the sources stand that are held back. */
export class HeldBackRows {
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec('CREATE TABLE held_back (entity TEXT, file INTEGER, line INTEGER)');
    this.#insert = db.prepare('INSERT INTO held_back VALUES (?, ?, ?)');
  }

  add(entity: EntityName, file: number, line: number): void {
    this.#insert.run(entity, Math.min(file, FILE_UNKNOWN), line);
  }

  /** The places of an entity's rows, each as one number. */
  places(entity: EntityName): ReadonlySet<number> {
    const rows = this.#db.prepare('SELECT file, line FROM held_back WHERE entity = ?').iterate(entity);
    const places = new Set<number>();
    for (const { file, line } of rows) places.add(placeNumber(Number(file), Number(line)));
    return places;
  }
}

const placeNumber = (file: number, line: number): number => file * 2 ** 40 + line;

/**
 * Takes back what was taken for rows that only the service has, and are rows of the source that were rejected, corrected
 * and written again, with another key than the one that stands in the source.
 * @param landed every key that was written, with the place where its row stood
 * @returns how many there were
 */
export async function takeBackCorrected(
  entity: EntityName,
  found: FoundDifferences,
  heldBack: HeldBackRows,
  landed: AsyncIterable<{ readonly stamp: Stamp; readonly state: KeyState }>,
): Promise<number> {
  const places = heldBack.places(entity);
  if (places.size === 0) return 0;
  const corrected = new Set<string>();
  for await (const { stamp, state } of landed)
    if (state === 'landed' && places.has(placeNumber(stamp.file, stamp.line)))
      corrected.add(`${stamp.lo} ${stamp.hi}`);
  if (corrected.size === 0) return 0;
  return found.removeOnlyTarget(entity, (key) => {
    const { lo, hi } = fingerprint64(key);
    return corrected.has(`${lo} ${hi}`);
  });
}
