import type { EntityName } from '../../../../input/entities/entity.ts';
import { slug } from '../../../../input/rows/forms/ids.ts';
import type { LiveChange } from '../../../../origin/live/live-origin.ts';
import type { OriginRow } from '../../../../origin/origin.ts';
import type { LaneWriter, LiveRow } from '../../pass/lane-writer.ts';

/** A row with its key in the ledger. */
export type MadeRow = { readonly entity: EntityName; readonly key: string; readonly row: LiveRow };

type Fault = { readonly code: string; readonly message: string };

/** Rows of changes by the names of their records. */
export type ConvertedChanges = {
  readonly about: ReadonlyMap<string, readonly MadeRow[]>;
  /** Rows of what came along. */
  readonly context: readonly MadeRow[];
  /** Records that gave no row, though they should. */
  readonly faults: ReadonlyMap<string, Fault>;
};

/** A change to convert, under a name. */
export type NamedChange = { readonly id: string; readonly change: LiveChange };

type Converter = Pick<LaneWriter, 'convert' | 'keyOf'>;

/** Endings of the keys of the further rows that a long message became. */
const PART = /^-\d+of\d+$/;
const PART_AT_END = /-\d+of\d+$/;

/**
 * Makes rows of changes, with as few conversions as possible, and finds out which row is of which change.
 * @param extra more records, which changes did not bring along
 */
export async function convertChanges(
  writer: Converter,
  changes: readonly NamedChange[],
  extra: readonly OriginRow[],
  signal: AbortSignal,
): Promise<ConvertedChanges> {
  const about = new Map<string, readonly MadeRow[]>();
  const context: MadeRow[] = [];
  const faults = new Map<string, Fault>();
  const isMark = ({ change }: NamedChange): boolean =>
    change.entity === 'reactions' || change.entity === 'pins';
  // A message that comes along with its reaction may be older than its own record, so they are converted apart.
  for (const some of [changes.filter((one) => !isMark(one)), changes.filter(isMark)]) {
    if (some.length === 0) continue;
    const { rows } = await converted(writer, some, extra, signal);
    const left = new Set(rows);
    const named = byName(rows);
    for (const { id, change } of some) {
      const own = namesOf(change)
        .flatMap((name) => named.get(name) ?? [])
        .filter((row) => left.has(row) && isAbout(change, row));
      for (const row of own) left.delete(row);
      if (own.length > 0) about.set(id, own);
    }
    context.push(...left);
    for (const one of some) {
      if (about.has(one.id)) continue;
      const alone = await converted(writer, [one], extra, signal);
      const ofEntity = alone.rows.filter(({ entity }) => entity === one.change.entity);
      const [only] = ofEntity;
      if (ofEntity.length === 1 && only) {
        about.set(one.id, ofEntity);
        const place = context.findIndex(({ entity, key }) => entity === only.entity && key === only.key);
        if (place >= 0) context.splice(place, 1);
      } else if (alone.fault) faults.set(one.id, alone.fault);
    }
  }
  return { about, context, faults };
}

/** The rows of records, each with its key: what came along first, since the last record of the same thing counts. */
async function converted(
  writer: Converter,
  changes: readonly NamedChange[],
  extra: readonly OriginRow[],
  signal: AbortSignal,
): Promise<{ readonly rows: readonly MadeRow[]; readonly fault: Fault | undefined }> {
  const along = [...extra, ...changes.flatMap(({ change }) => change.rows.slice(1))];
  const own = changes.flatMap(({ change }) => change.rows.slice(0, 1));
  const { rows, faults } = await writer.convert([...distinct(along), ...own], signal);
  return { rows: keyedRows(writer, rows), fault: faults[0] };
}

/** Rows with their keys; those without one are left out. */
function keyedRows(
  writer: Pick<LaneWriter, 'keyOf'>,
  rows: Awaited<ReturnType<LaneWriter['convert']>>['rows'],
): readonly MadeRow[] {
  return (Object.entries(rows) as [EntityName, readonly LiveRow[]][]).flatMap(([entity, list]) =>
    list.flatMap((row) => {
      const key = writer.keyOf(entity, row);
      return key === undefined ? [] : [{ entity, key, row }];
    }),
  );
}

function distinct(records: readonly OriginRow[]): readonly OriginRow[] {
  return [...new Map(records.map((record) => [JSON.stringify(record), record])).values()];
}

/** Rows by the names that changes may call them: each is compared with few. */
function byName(rows: readonly MadeRow[]): ReadonlyMap<string, readonly MadeRow[]> {
  const named = new Map<string, MadeRow[]>();
  for (const made of rows) {
    const { entity, row } = made;
    const name = String(row[entity === 'users' ? 'uid' : isOfGroup(entity) ? 'guid' : 'muid']);
    const names = isOfGroup(entity) || entity === 'users' ? [name] : [name, name.replace(PART_AT_END, '')];
    for (const each of new Set(names)) {
      const list = named.get(`${entity} ${each}`);
      if (list) list.push(made);
      else named.set(`${entity} ${each}`, [made]);
    }
  }
  return named;
}

function namesOf({ entity, key }: LiveChange): readonly string[] {
  const isPlain = entity === 'users' || entity === 'groups' || entity === 'messages';
  const name = isPlain ? key : (partsOf(key)[0] ?? '');
  const names = isOfGroup(entity) || entity === 'users' ? [name, slug(name)] : [name];
  return [...new Set(names)].map((each) => `${entity} ${each}`);
}

const isOfGroup = (entity: EntityName): boolean => entity === 'groups' || entity === 'members';

function isAbout({ entity, key }: LiveChange, { entity: of, row }: MadeRow): boolean {
  if (entity !== of) return false;
  switch (entity) {
    case 'users':
      return isId(row['uid'], key);
    case 'groups':
      return isId(row['guid'], key);
    case 'messages':
      return isKeyOf(row['muid'], key);
    case 'members': {
      const [conversation, user] = partsOf(key);
      return isId(row['guid'], conversation) && isId(row['uid'], user);
    }
    case 'reactions': {
      const [message, user, reaction] = partsOf(key);
      return isKeyOf(row['muid'], message) && isId(row['uid'], user) && row['reaction'] === reaction;
    }
    case 'pins':
      return isKeyOf(row['muid'], partsOf(key)[0]);
  }
}

/** True if a row has an id as it is, or made legal. */
const isId = (value: unknown, id = ''): boolean =>
  value === id || (value !== undefined && value === slug(id));

const isKeyOf = (value: unknown, key = ''): boolean =>
  value === key || (typeof value === 'string' && value.startsWith(key) && PART.test(value.slice(key.length)));

/** The parts of the key of a change that names several things. */
export function partsOf(key: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(key);
    return Array.isArray(parts) ? parts.map(String) : [];
  } catch {
    return [];
  }
}
