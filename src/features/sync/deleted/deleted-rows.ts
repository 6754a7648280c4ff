import { messageOf } from '../../../input/entities/attached-key.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { Entity, EntityName } from '../../../input/entities/entity.ts';
import type { RowVersion } from '../../../input/entities/row-version.ts';
import type { RowOfKey } from '../../../keys/standing.ts';
import { Bitmap } from '../../../ledger/bitmap.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Changes } from '../changes.ts';
import type { KeyedRow } from '../keys-of-this-run.ts';

/** The treatment that a sync gives to rows whose source says that they were deleted there. */
export type OnDeleted = 'remove' | 'keep';

/** The version of a row that was deleted at the source: no row has it. */
export const DELETED: RowVersion = { content: -2, fixed: -2 };

export const isDeleted = ({ content }: RowVersion): boolean => content === DELETED.content;

/** The current row of a key, as it decides which row counts. */
export const asRowOfKey = ({ file, version }: Pick<KeyedRow, 'file' | 'version'>): RowOfKey => ({
  file,
  isDeleted: isDeleted(version),
});

/** The rows of an entity that the ledger has, and that were deleted at the source. */
export class DeletedRows {
  /** Those that this pipeline wrote, by their number in the ledger. */
  readonly rows = new Bitmap();
  /** Those that were there before this pipeline. */
  readonly #others = new Bitmap();
  /** The keys of `rows`. */
  readonly keys = new Set<string>();

  add({ row, key, origin }: LedgerEntry): void {
    if (origin === 'exists') this.#others.add(row);
    else {
      this.rows.add(row);
      this.keys.add(key);
    }
  }

  /** Takes a row back that is there after all, as a later file says. */
  takeBack({ row, key }: LedgerEntry): void {
    this.#others.delete(row);
    this.rows.delete(row);
    this.keys.delete(key);
  }

  /** `rows` as ranges of numbers. */
  *ranges(lastRow: number): Generator<readonly [number, number]> {
    for (let row = 1; row <= lastRow; row++) if (this.rows.has(row)) yield [row, row];
  }

  count(changes: Changes): void {
    changes.deleted = this.rows.size;
    changes.deletedOthers = this.#others.size;
  }
}

/** The rows of the ledger that hang on any of some messages, such as their reactions. */
export function* hangingOn(
  messages: ReadonlySet<string>,
  entity: Entity,
  ledger: Ledger,
): Generator<LedgerEntry> {
  if (entity.goesWith !== 'message' || messages.size === 0) return;
  for (const entry of ledger.within(entity.name, [[1, ledger.lastRow(entity.name)]]))
    if (messages.has(messageOf(entity, entry.key))) yield entry;
}

/** The number of rows that were deleted at the source and that a sync run removes. */
export const deletedLeavingOf = ({ deleted }: Changes, onDeleted: OnDeleted): number =>
  onDeleted === 'remove' ? deleted : 0;

/** The same, without rows that go because what they hang on was deleted. */
export const statedLeavingOf = (changes: Changes, onDeleted: OnDeleted): number =>
  entities[changes.entity].goesWith === 'message' ? 0 : deletedLeavingOf(changes, onDeleted);

/**
 * Why so many rows would be removed that a sync run stops.
 * @param leaving rows that are in no source any more, and rows that were deleted at the source
 */
export function tooManyLeaving(
  entity: EntityName,
  known: number,
  { missing, deleted }: { readonly missing: number; readonly deleted: number },
  { onMissing, allowed }: { readonly onMissing: string; readonly allowed: number },
): string {
  const gone = `are in no source any more`;
  const stated = `were deleted at the source`;
  const why =
    deleted === 0
      ? `${missing} of ${known} ${entity} ${gone}`
      : missing === 0
        ? `${deleted} of ${known} ${entity} ${stated}`
        : `${missing} of ${known} ${entity} ${gone} and ${deleted} ${stated}`;
  return `${why}; sync.maxDelete allows ${allowed} to be ${deleted === 0 ? `${onMissing}d` : 'removed'}`;
}
