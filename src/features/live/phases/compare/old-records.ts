import type { LiveLookups } from '../../../../origin/live/live-origin.ts';
import type { OriginRow } from '../../../../origin/origin.ts';
import { GONE_DIGEST, HERE } from '../../lane/links/link.ts';
import type { Links } from '../../lane/links/links.ts';
import type { LaneWriter, LiveRow } from '../../pass/lane-writer.ts';
import { isCompared, type TouchedRecord, TouchedRecords } from './touched-records.ts';

/** A time, milliseconds since 1970. */
export type Span = { readonly from: number; readonly until: number };

type Converter = Pick<LaneWriter, 'convert' | 'keyOf' | 'digestOf'>;

/**
 * The records that changed on the old side in a time, as it lists them, and the people of their conversations.
 * @throws what asking throws
 */
export async function askedRecords(
  older: LiveLookups,
  { from, until }: Span,
  writer: Converter,
  signal: AbortSignal,
): Promise<TouchedRecords> {
  const records = new TouchedRecords();
  const conversations = new Set<string>();
  const add = async (
    rows: readonly OriginRow[],
    entities: readonly TouchedRecord['entity'][],
    time?: number,
  ): Promise<void> => {
    for (const record of await recordsIn(rows, entities, writer, signal)) records.set({ ...record, time });
  };
  for await (const change of older.changedIn(from, until, signal)) {
    const { entity, key, kind, rows, time, conversation } = change;
    if (!isCompared(entity)) continue;
    if (entity === 'groups') conversations.add(conversation ?? key);
    else if (conversation !== undefined) conversations.add(conversation);
    // What is there of groups and members, their conversation says as a whole.
    if (entity === 'groups' || entity === 'members') continue;
    if (kind === 'upsert') await add(rows, [entity], time);
    else if (entity === 'messages') records.set({ entity, key, digest: undefined, time });
  }
  for (const id of conversations)
    await add((await older.conversation(id, signal)) ?? [], ['groups', 'members']);
  return records;
}

/** The records that records of the old side become, as the policies of the pipeline have it; those that it leaves out are none. */
async function recordsIn(
  rows: readonly OriginRow[],
  entities: readonly TouchedRecord['entity'][],
  writer: Converter,
  signal: AbortSignal,
): Promise<readonly TouchedRecord[]> {
  const made = await writer.convert(rows, signal);
  return entities.flatMap((entity) => recordsOf(entity, made.rows[entity] ?? [], writer));
}

/** Rows as records. Nobody lists members who are banned. */
export const recordsOf = (
  entity: TouchedRecord['entity'],
  rows: readonly LiveRow[],
  writer: Pick<LaneWriter, 'keyOf' | 'digestOf'>,
): readonly TouchedRecord[] =>
  rows.flatMap((row): TouchedRecord[] => {
    const key = writer.keyOf(entity, row);
    if (key === undefined || row['isBanned'] === true) return [];
    if (entity === 'reactions') return [{ entity, key, digest: HERE }];
    return [{ entity, key, digest: row['deletedAt'] ? undefined : writer.digestOf(entity, row) }];
  });

/** The records of the old side that events told of, as they told it last. */
export function toldRecords(links: Pick<Links, 'heldBy'>): TouchedRecords {
  const records = new TouchedRecords();
  for (const { entity, state, keys } of links.heldBy('old')) {
    if (!isCompared(entity)) continue;
    const digests = state.digest.split(' ');
    for (const [at, key] of keys.entries())
      records.set({ entity, key, digest: state.digest === GONE_DIGEST ? undefined : digests[at] });
  }
  return records;
}
