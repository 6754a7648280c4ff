import { attachedOf } from '../../../../input/entities/attached-key.ts';
import type { LiveChange, LiveLookups } from '../../../../origin/live/live-origin.ts';
import type { OriginRow } from '../../../../origin/origin.ts';
import type { RecordReading } from '../../../../pipeline/live/open-records.ts';
import { askEach } from '../../lane/changes/ask-side.ts';
import type { LaneWriter } from '../../pass/lane-writer.ts';
import { recordsOf, type Span } from './old-records.ts';
import { COMPARED, isCompared, type TouchedRecord, TouchedRecords } from './touched-records.ts';

/** The ways in which the service is asked. */
export type NewSide = {
  readonly newer: LiveLookups;
  readonly reading: RecordReading;
  readonly writer: Pick<LaneWriter, 'find' | 'keyOf' | 'digestOf'>;
};

/** Records of the service, and the keys of messages that it does not say anything about. */
type NewRecords = { readonly records: TouchedRecords; readonly unknown: ReadonlySet<string> };

/**
 * The records of the service that changed in a time, and each of those that are expected there, as it shows them.
 * @throws what asking throws
 */
export async function shownRecords(
  expected: readonly TouchedRecord[],
  { from, until }: Span,
  { newer, reading, writer }: NewSide,
  signal: AbortSignal,
): Promise<NewRecords> {
  const records = new TouchedRecords();
  const add = async (rows: readonly OriginRow[], entities: readonly TouchedRecord['entity'][]) => {
    const made = await reading.rowsOf(rows, signal);
    for (const entity of entities)
      for (const record of recordsOf(entity, made.rows[entity] ?? [], writer)) records.set(record);
  };
  const reacted = new Map<string, LiveChange>();
  for await (const change of newer.changedIn(from, until, signal)) {
    const { entity, key, kind, rows } = change;
    if (!isCompared(entity)) continue;
    if (kind === 'upsert') await add(rows, [entity]);
    else if (entity === 'messages') records.set({ entity, key, digest: undefined });
    if (entity === 'messages' && kind === 'upsert') reacted.set(key, change);
  }
  const of = (entity: TouchedRecord['entity']): readonly string[] =>
    expected.flatMap((each) => (each.entity === entity ? [each.key] : []));
  const unknown = new Set<string>();
  const users = await askEach(of('users'), (uid) => newer.user(uid, signal));
  for (const asked of users.values())
    if ('answer' in asked && asked.answer) await add([asked.answer], ['users']);
  const guids = new Set([...of('groups'), ...of('members').map((key) => guidIn(key, writer))]);
  const rooms = await askEach([...guids], (guid) => newer.conversation(guid, signal));
  for (const asked of rooms.values())
    if ('answer' in asked && asked.answer) await add(asked.answer, ['groups', 'members']);
  // Messages that did not change there since, and those whose reactions are asked for.
  const targets = new Set(of('reactions').map((key) => attachedOf(key).muid));
  const left = expected.filter(
    (each) =>
      each.entity === 'messages' &&
      (targets.has(each.key) ? !reacted.has(each.key) : records.find(each) === undefined),
  );
  const lone = [...targets].filter((muid) => !reacted.has(muid) && !left.some(({ key }) => key === muid));
  const asked = [
    ...left,
    ...lone.map((key): TouchedRecord => ({ entity: 'messages', key, digest: undefined })),
  ];
  const answers = await askEach(asked, async ({ key, time }) => {
    const id = writer.find('messages', key)?.id;
    return await newer.message({ key, time, ...(id === undefined ? {} : { id }) }, signal);
  });
  for (const [each, answer] of answers) {
    if ('refusal' in answer) unknown.add(each.key);
    else if (answer.answer?.kind === 'upsert') {
      await add(answer.answer.rows, ['messages']);
      for await (const { rows } of newer.reactions?.(answer.answer, signal) ?? [])
        await add(rows, ['reactions']);
    }
  }
  return { records, unknown };
}

/** The group of a membership. An id may have what divides them: then the group that is known counts. */
function guidIn(key: string, writer: Pick<LaneWriter, 'find'>): string {
  const parts = key.split(DIVIDER);
  const splits = parts.slice(1).map((_, at) => parts.slice(0, at + 1).join(DIVIDER));
  return splits.find((guid) => writer.find('groups', guid)) ?? splits[0] ?? key;
}

const DIVIDER = '_member_';

/** Words for the number of records of each entity. */
export function recordCounts(
  records: readonly TouchedRecord[],
  amount: (count: number, one: string) => string,
) {
  const counts = COMPARED.map(
    (entity) => [entity, records.filter((each) => each.entity === entity).length] as const,
  );
  return counts
    .flatMap(([entity, count]) => (count > 0 ? [amount(count, entity.slice(0, -1))] : []))
    .join(', ');
}
