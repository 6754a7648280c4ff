import { join } from 'node:path';
import {
  type Data,
  type Entity,
  type EntityName,
  isReferredTo,
  type OwnedFields,
} from '../../../input/entities/entity.ts';
import { isRight } from '../../../input/entities/rights.ts';
import type { ComparedRow } from '../../../ledger/compare.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import { FieldDigests } from '../../../ledger/field-digests.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { ChangedFields } from '../../../report/result/changed-fields.ts';
import { namedCounts } from '../../../report/result/report.ts';
import type { Files } from '../../../system/files.ts';

/** The changes that a row makes to its fields. */
export type RowFieldChanges = {
  /** Fields that get another value; `content` where nobody knows which. */
  readonly changed: readonly string[];
  /** Fields that had a value and get none. */
  readonly emptied: readonly string[];
  /** Fields that had a value, that are empty in the row, and that stay in the service: rights, and what no call empties. */
  readonly kept: readonly string[];
};

/** In how many rows a sync run does this to each field. */
export type FieldCounts = Readonly<Record<keyof RowFieldChanges, Map<string, number>>>;

export const noFieldCounts = (): FieldCounts => ({ changed: new Map(), emptied: new Map(), kept: new Map() });

/** Adds the fields of a row to the counts; with -1, takes them out. */
export function countFields(counts: FieldCounts, fields: RowFieldChanges, by: 1 | -1): void {
  for (const how of ['changed', 'emptied', 'kept'] as const)
    for (const field of fields[how]) {
      const count = (counts[how].get(field) ?? 0) + by;
      if (count === 0) counts[how].delete(field);
      else counts[how].set(field, count);
    }
}

/** The counted facts of a row besides its version. */
export type CountedRow = {
  /** The changes that it makes to its fields; absent if nothing. */
  readonly fields?: RowFieldChanges;
  /** True if it is read before it is changed. */
  readonly isDoubtful?: boolean;
};

/** Nothing for most rows. */
export function countedRow(...row: Parameters<typeof fieldChangesOf>): CountedRow {
  const fields = fieldChangesOf(...row);
  const [, , , { isDoubtful = false }] = row;
  return {
    ...(fields === NOTHING ? {} : { fields }),
    ...(isDoubtful ? { isDoubtful } : {}),
  };
}

const NOTHING: RowFieldChanges = { changed: [], emptied: [], kept: [] };
/** Nobody knows which fields of its content differ. */
const CONTENT: RowFieldChanges = { ...NOTHING, changed: ['content'] };

/** The changes of a row to its fields; nothing if it is new, or if its version in the service is unknown. */
function fieldChangesOf(
  entity: Entity,
  data: Data,
  owned: OwnedFields,
  { diff, changed: differing }: ComparedRow,
  entry: LedgerEntry | undefined,
): RowFieldChanges {
  if (!entry || entry.version.content === -1 || diff === 'new' || diff === 'fixed') return NOTHING;
  const isChanged = diff === 'changed';
  if (!differing) return isChanged ? unknownFields(entity, data, entry) : NOTHING;
  const found = { changed: [] as string[], emptied: [] as string[], kept: [] as string[] };
  for (const name of differing) {
    // A member of the content that is made of the field.
    const field = name === 'deactivated' ? 'deactivatedAt' : name;
    if (data[field] !== undefined) {
      if (isChanged) found.changed.push(field);
    } else if (owned.has(field)) {
      const stays = isRight(entity.name, field) || !entity.clearable.includes(field);
      if (stays) found.kept.push(field);
      else if (isChanged) found.emptied.push(field);
    }
  }
  return found;
}

/** A member has two fields that can change, and the ledger knows one of them. */
function unknownFields(entity: Entity, data: Data, { active }: LedgerEntry): RowFieldChanges {
  if (entity.name !== 'members' || active === undefined) return CONTENT;
  const { isBanned } = data;
  return { ...NOTHING, changed: [isBanned !== undefined && isBanned === active ? 'isBanned' : 'scope'] };
}

/** The counts of all entities, for a document; undefined if there are none. */
export function changedFieldsOf(
  changes: readonly { readonly entity: EntityName; readonly fields: FieldCounts }[],
): ChangedFields | undefined {
  const found = changes.flatMap(({ entity, fields: { changed, emptied, kept } }) =>
    changed.size + emptied.size + kept.size === 0
      ? []
      : [[entity, { changed: countsOf(changed), emptied: countsOf(emptied), kept: countsOf(kept) }] as const],
  );
  return found.length === 0 ? undefined : (Object.fromEntries(found) as ChangedFields);
}

/** In how many rows a field that is empty keeps its value, by entity and field. */
export const keptOf = (
  changes: readonly { readonly entity: EntityName; readonly fields: FieldCounts }[],
): Readonly<Record<string, number>> =>
  namedCounts(changes.map(({ entity, fields }) => [entity, fields.kept]));

const countsOf = (counts: ReadonlyMap<string, number>): Record<string, number> => Object.fromEntries(counts);

/** The place of the memory of fields. */
export type FieldsPlace = { readonly ledger: Ledger; readonly folder: string; readonly files: Files };

/** The memory of the fields of users and groups. */
export const fieldMemory = (entity: Entity, { ledger, folder, files }: FieldsPlace): FieldDigests =>
  new FieldDigests(pathOf(entity, folder), entity, ledger.versions, files);

/** The same as the last sync run left it; undefined if it left none. */
export const fieldsBefore = (entity: Entity, place: FieldsPlace): FieldDigests | undefined =>
  isReferredTo(entity.name) && place.files.existsSync(pathOf(entity, place.folder))
    ? fieldMemory(entity, place)
    : undefined;

const pathOf = ({ name }: Entity, folder: string): string => join(folder, `${name}.fields`);
