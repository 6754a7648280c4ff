import { isRecord } from '../../../service/transport/transport.ts';
import type { LiveChange } from '../../live/live-origin.ts';
import { OriginError, type OriginRow, rowsInList } from '../../origin.ts';
import type { ServiceAsk } from '../app-client.ts';
import { membersOfGroup, messagesInTime, millisecondsOf, numberedList } from '../app-lists.ts';
import { appMemberChange, appUserChange, type ChangeOf, groupChange, idOf } from './app-changes.ts';

type Row = OriginRow['row'];

/** A time of an app, milliseconds since 1970. */
export type ChangedSpan = {
  readonly ask: ServiceAsk;
  readonly prefix: string;
  readonly from: number;
  readonly until: number;
};

/**
 * Users and groups that have changed in a time, and members of groups: of those that have changed all, and of others those whom an
 * action message names.
 */
export async function* changedPeople(span: ChangedSpan, signal: AbortSignal): AsyncIterable<LiveChange> {
  const of: ChangeOf = { prefix: span.prefix, isRecord: true };
  for await (const user of changedRows('/users', 'uid', { withDeactivated: true }, span, signal)) {
    const change = appUserChange(user);
    if (change) yield change;
  }
  const groups = new Map<string, Row>();
  for await (const group of changedRows('/groups', 'guid', {}, span, signal)) {
    const change = groupChange(group, of);
    if (!change) continue;
    groups.set(change.key, group);
    yield change;
  }
  const named = await namedMembers(span, signal);
  for (const guid of new Set([...groups.keys(), ...named.keys()])) {
    const group = groups.get(guid) ?? (await span.ask.record('/groups/{guid}', { guid }, signal));
    if (group) yield* membersNow(group, groups.has(guid), named.get(guid) ?? new Set(), span, signal);
  }
}

/** Records of a list that were made or changed in a time, whatever the service leaves out by itself. */
async function* changedRows(
  path: string,
  key: string,
  more: Readonly<Record<string, boolean>>,
  { ask, from, until }: ChangedSpan,
  signal: AbortSignal,
): AsyncIterable<Row> {
  // The cursor is exclusive.
  const updatedAt = Math.max(1, Math.floor(from / 1_000) - 1);
  const query = { withTags: true, ...more, updatedAt, affix: 'append' };
  for await (const { row } of rowsInList(numberedList(ask, 'changed', { path, key, query }), signal)) {
    const times = ['createdAt', 'updatedAt', 'deactivatedAt'].map((name) => millisecondsOf(row[name]) ?? 0);
    if (Math.max(...times) >= from - 1_000 && Math.min(...times.filter((time) => time > 0)) <= until)
      yield row;
  }
}

/** The members, by group, that action messages of a time name. */
async function namedMembers(
  { ask, from, until }: ChangedSpan,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const named = new Map<string, Set<string>>();
  const parts = [{ 'sentAt[from]': Math.max(0, Math.floor(from / 1_000)) }];
  const list = messagesInTime(ask, parts, until, { category: 'action' });
  for await (const { row } of rowsInList(list, signal)) {
    const { category, receiverType, receiver, data } = row;
    const guid = category === 'action' && receiverType === 'group' ? idOf(receiver) : undefined;
    const entities = isRecord(data) ? data['entities'] : undefined;
    const on = isRecord(entities) && isRecord(entities['on']) ? entities['on']['entity'] : undefined;
    const uid = isRecord(on) ? idOf(on['uid']) : undefined;
    if (guid === undefined || uid === undefined) continue;
    named.set(guid, (named.get(guid) ?? new Set()).add(uid));
  }
  return named;
}

/**
 * The members of a group as they are now, and those who were named and are none any more.
 * @param isWhole true for all of them, false for those who were named alone
 */
async function* membersNow(
  group: Row,
  isWhole: boolean,
  named: ReadonlySet<string>,
  { ask, prefix }: ChangedSpan,
  signal: AbortSignal,
): AsyncIterable<LiveChange> {
  const id = String(group['guid']);
  const left = new Set(named);
  const keys: string[] = [];
  const of: ChangeOf = { prefix, isRecord: true };
  try {
    for await (const { row } of rowsInList(membersOfGroup(ask, id), signal)) {
      const isNamed = left.delete(String(row['uid']));
      const change = appMemberChange(row, group, of);
      if (!change) continue;
      keys.push(change.key);
      if (isNamed || isWhole) yield change;
    }
  } catch (error) {
    // The group goes by itself.
    if (error instanceof OriginError && error.fault === 'gone') return;
    throw error;
  }
  for (const uid of left) {
    const change = appMemberChange({ uid }, group, { ...of, kind: 'gone' });
    if (change) yield change;
  }
  const whole = isWhole ? groupChange(group, of) : undefined;
  if (whole) yield { ...whole, set: { entity: 'members', keys } };
}
