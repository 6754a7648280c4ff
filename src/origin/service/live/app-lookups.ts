import { APP_UID } from '../../../input/entities/limits.ts';
import { isRecord } from '../../../service/transport/transport.ts';
import { accounts } from '../../accounts.ts';
import type { LiveChange, LiveLookups, LivePlace, WholeSet } from '../../live/live-origin.ts';
import { OriginError, type OriginList, type OriginRow, rowsInList, unlessGone } from '../../origin.ts';
import { ServiceAsk } from '../app-client.ts';
import {
  bannedOfGroup,
  hasReactions,
  membersOfGroup,
  messagesInTime,
  messagesOfApp,
  PAGE_MAX,
  reactionsOf,
} from '../app-lists.ts';
import { keyPrefix } from '../key-prefix.ts';
import {
  appReactionChange,
  appUserChange,
  groupChange,
  groupRecords,
  idOf,
  messageChanges,
  userRecords,
} from './app-changes.ts';
import { changedPeople } from './changed-people.ts';
import { AppMessageIds } from './message-ids.ts';

type Row = OriginRow['row'];

/** The time in which nothing may succeed before a question fails: whoever asked says so, and asks again. */
const OUTAGE_MS = 20_000;
/** Messages that we send are stored with the clock of the service: they are looked for from so long before their time … */
const BEFORE_S = 300;
/** … to so long after it. */
const AFTER_S = 3_600;

/** Questions to an app of the service about single records. */
export class ServiceLookups implements LiveLookups, AsyncDisposable {
  readonly namesAsRows = true;
  readonly #prefix: string;
  readonly #ask: ServiceAsk;
  readonly #keys: AppMessageIds;

  constructor({ account, system }: LivePlace) {
    const address = accounts.service.address(account);
    this.#prefix = keyPrefix(address, account.names['appId']);
    this.#ask = new ServiceAsk(address, account, system.clock, OUTAGE_MS);
    this.#keys = new AppMessageIds(this.#prefix, this.#ask);
  }

  async message(
    { key, time, id }: Parameters<LiveLookups['message']>[0],
    signal: AbortSignal,
  ): Promise<LiveChange | undefined> {
    const known = id ?? this.#keys.idOf(key);
    if (known !== undefined) return await this.#messageById(known, signal);
    if (time !== undefined) return await this.#messageByTime(key, time, signal);
    throw new OriginError('refused', `the message ${key} cannot be found: its time is not known`);
  }

  async complete(change: LiveChange, signal: AbortSignal): Promise<LiveChange | undefined> {
    if (change.isWhole) return change;
    switch (change.entity) {
      case 'messages':
        return await this.#wholeOf(change, signal);
      case 'reactions':
        return await this.#reaction(change, signal);
      case 'members':
        return await this.#member(change, signal);
      case 'groups':
        return await this.#group(change, signal);
      case 'users': {
        const found = await this.user(change.key, signal);
        return found && appUserChange(found.row);
      }
      default:
        return change;
    }
  }

  async conversation(id: string, signal: AbortSignal): Promise<readonly OriginRow[] | undefined> {
    const found = await this.#ask.record('/groups/{guid}', { guid: id }, signal);
    // Two users are a conversation without a record.
    if (!found) return id.includes('_user_') ? [] : undefined;
    const members: OriginRow[] = [];
    for await (const member of rowsInList(membersOfGroup(this.#ask, id), signal))
      members.push(member, ...userRecords(member.row));
    return [...groupRecords(found), ...members];
  }

  async user(id: string, signal: AbortSignal): Promise<OriginRow | undefined> {
    const found = await this.#ask.record('/users/{uid}', { uid: id }, signal);
    return found && { list: 'users', row: found };
  }

  async *changedIn(from: number, until: number, signal: AbortSignal): AsyncIterable<LiveChange> {
    yield* changedPeople({ ask: this.#ask, prefix: this.#prefix, from, until }, signal);
    for await (const { row } of rowsInList(messagesOfApp(this.#ask, { since: from, until }), signal)) {
      const change = await this.#wholeMessage(row, signal);
      if (!change) continue;
      if (change.kind === 'gone') {
        yield change;
        continue;
      }
      const reactions = hasReactions(row) ? await this.#reactionsTo(row, signal) : [];
      yield { ...change, set: { entity: 'reactions', keys: reactions.map(({ key }) => key) } };
      yield* reactions;
    }
  }

  async setOf({ entity, key, parent, rows }: LiveChange, signal: AbortSignal): Promise<WholeSet | undefined> {
    const [first] = rows;
    if (entity === 'groups') {
      const members = await this.conversation(key, signal);
      const uids = members?.filter(({ list }) => list === 'members').map(({ row }) => row['uid']);
      return uids && { entity: 'members', keys: uids.map((uid) => JSON.stringify([key, uid])) };
    }
    const [id, message] = entity === 'reactions' ? [first?.of, parent] : [idOf(first?.row['id']), key];
    if (id === undefined) return undefined;
    const given = (await reactionsOf(this.#ask, id, signal)).flatMap(({ row }) => row['reactions']);
    const keys = given.filter(isRecord).map(({ uid, reaction }) => JSON.stringify([message, uid, reaction]));
    return { entity: 'reactions', keys };
  }

  async *reactions({ rows: [message] }: LiveChange, signal: AbortSignal): AsyncIterable<LiveChange> {
    if (message && hasReactions(message.row)) yield* await this.#reactionsTo(message.row, signal);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#ask[Symbol.asyncDispose]();
  }

  async #messageById(id: string, signal: AbortSignal): Promise<LiveChange | undefined> {
    const found = await this.#ask.record('/messages/{id}', { id }, signal);
    return found && (await this.#wholeMessage(found, signal));
  }

  /** Looks for a message with a key of its own where it should be in time. */
  async #messageByTime(key: string, time: number, signal: AbortSignal): Promise<LiveChange | undefined> {
    const at = Math.floor(time / 1_000);
    for (const [from, to] of [
      [at, at],
      [at - BEFORE_S, at + AFTER_S],
    ] as const) {
      const parts = [{ 'sentAt[from]': from, 'sentAt[to]': to }];
      const list = messagesInTime(this.#ask, parts, to * 1_000, { withTags: true });
      for await (const { row } of rowsInList(list, signal))
        if (row['muid'] === key) return await this.#wholeMessage(row, signal);
    }
    return undefined;
  }

  async #wholeOf(change: LiveChange, signal: AbortSignal): Promise<LiveChange | undefined> {
    const id = idOf(change.rows[0]?.row['id']);
    if (id === undefined) return undefined;
    const found = await this.#ask.record('/messages/{id}', { id }, signal);
    if (found) {
      const now = await this.#wholeMessage(found, signal);
      return now && { ...now, isNew: change.isNew };
    }
    // It was deleted permanently: nothing but its id is known, unless it was seen before.
    return { ...change, key: this.#keys.known(id) ?? change.key, kind: 'gone', isWhole: true };
  }

  /** The change of a record of the API, with the keys of the messages that it is attached to. */
  async #wholeMessage(message: Row, signal: AbortSignal): Promise<LiveChange | undefined> {
    this.#keys.note(message);
    const [change] = messageChanges(message, { prefix: this.#prefix, isRecord: true }) ?? [];
    if (!change) return undefined;
    const [parentId, quotedId] = [idOf(message['parentId']), idOf(message['quotedMessageId'])];
    const attached = [...new Set([parentId, quotedId])].filter((id) => id !== undefined);
    const keys = await Promise.all(attached.map((id) => this.#keys.rowOf(id, signal)));
    const missing = await this.#missing(message, change.rows, signal);
    return {
      ...change,
      parent: parentId === undefined ? undefined : await this.#keys.keyOf(parentId, signal),
      rows: [...change.rows, ...missing, ...keys.flat()],
    };
  }

  /** The users and the group of a message that it does not have with it; those who were deleted have no record. */
  async #missing(
    { sender, receiver, receiverType }: Row,
    rows: readonly OriginRow[],
    signal: AbortSignal,
  ): Promise<readonly OriginRow[]> {
    const has = (list: string, name: string, id: unknown): boolean =>
      rows.some((each) => each.list === list && each.row[name] === id);
    const uids = [sender, ...(receiverType === 'user' ? [receiver] : [])]
      .map(idOf)
      .filter((uid) => uid !== undefined && uid !== APP_UID && !has('users', 'uid', uid));
    const users = await Promise.all(uids.map((uid) => this.user(String(uid), signal)));
    const guid = receiverType === 'group' ? idOf(receiver) : undefined;
    const isLost = guid !== undefined && !has('conversations', 'guid', guid);
    const group = isLost ? await this.#ask.record('/groups/{guid}', { guid }, signal) : undefined;
    return [...users.filter((row) => row !== undefined), ...groupRecords(group)];
  }

  async #member(change: LiveChange, signal: AbortSignal): Promise<LiveChange> {
    const [guid, uid] = JSON.parse(change.key) as [string, string];
    const member = await unlessGone(memberOf(this.#ask, guid, uid, signal));
    const found = member ?? (await unlessGone(personIn(bannedOfGroup(this.#ask, guid), uid, signal)));
    if (!found) return { ...change, kind: 'gone', isWhole: true };
    const row = { list: 'members', of: guid, row: member ?? { uid, isBanned: true } };
    const context = change.rows.filter(({ list }) => list === 'conversations');
    return { ...change, rows: [row, ...context, ...userRecords(found)], isWhole: true };
  }

  async #group({ key, isNew, ...change }: LiveChange, signal: AbortSignal): Promise<LiveChange> {
    const found = await this.#ask.record('/groups/{guid}', { guid: key }, signal);
    const now = found && groupChange(found, { prefix: this.#prefix, isRecord: true, isNew });
    return now ?? { ...change, key, isNew, kind: 'gone', version: 0, isWhole: true };
  }

  /** Gives a reaction the key of its message, which goes with it. */
  async #reaction(change: LiveChange, signal: AbortSignal): Promise<LiveChange | undefined> {
    const [first] = change.rows;
    const id = first?.of;
    if (first === undefined || id === undefined) return undefined;
    const keys = await this.#keys.rowOf(id, signal);
    // Reactions go with their message.
    if (!this.#keys.has(id)) return undefined;
    const parent = await this.#keys.keyOf(id, signal);
    const { uid, reaction } = first.row;
    const isKnown = change.rows.some(({ list }) => list === 'users');
    const user = isKnown ? undefined : await this.user(String(uid), signal);
    return {
      ...change,
      key: JSON.stringify([parent, uid, reaction]),
      conversation: this.#keys.conversationOf(id),
      parent,
      rows: [...change.rows, ...(user ? [user] : []), ...keys],
      isWhole: true,
    };
  }

  async #reactionsTo({ id }: Row, signal: AbortSignal): Promise<readonly LiveChange[]> {
    const found: LiveChange[] = [];
    for (const { row } of await reactionsOf(this.#ask, String(id), signal))
      for (const each of Array.isArray(row['reactions']) ? row['reactions'] : []) {
        const given = isRecord(each) ? { ...each, messageId: id } : undefined;
        const change = given && appReactionChange(given, { prefix: this.#prefix, isRecord: false });
        const whole = change && (await this.#reaction(change, signal));
        if (whole) found.push(whole);
      }
    return found;
  }
}

async function personIn(list: OriginList, uid: string, signal: AbortSignal): Promise<Row | undefined> {
  for await (const { row } of rowsInList(list, signal)) if (row['uid'] === uid) return row;
  return undefined;
}

/** The record of a member; undefined if it is none. */
async function memberOf(
  ask: ServiceAsk,
  guid: string,
  uid: string,
  signal: AbortSignal,
): Promise<Row | undefined> {
  // Nothing gives one member alone. Whoever has an id that begins alike comes along.
  const asked = { searchKey: uid, perPage: PAGE_MAX, page: 1, withTags: false };
  const { rows } = await ask.page('/groups/{guid}/members', asked, signal, { guid });
  const found = rows.find((row) => row['uid'] === uid);
  return found ?? (await personIn(membersOfGroup(ask, guid), uid, signal));
}
