import type { LiveChange, LiveLookups, LivePlace } from '../../live/live-origin.ts';
import {
  type Ask,
  OriginError,
  type OriginList,
  type OriginRow,
  rowsInList,
  unlessGone,
} from '../../origin.ts';
import { tokenList, WHOLE_MESSAGES } from '../lists.ts';
import {
  askSendbird,
  CHANNELS,
  type ChannelKind,
  channelKind,
  channelPath,
  sendbirdRows,
  text,
} from '../records.ts';
import { sendbird } from '../sendbird.ts';
import { reactionsOfRecord, sendbirdMessage, sendbirdReaction } from './event-records.ts';

type Row = OriginRow['row'];

/** Channels whose kind is remembered: the oldest is forgotten first. */
const KINDS_MAX = 10_000;
/** A record names at least so many users of a reaction. */
const NAMED_MIN = 10;
/** A channel that we have frozen has this in its metadata, so that no other one is thawed. */
const FROZEN = 'chatferry_frozen';

/** Questions to an application of Sendbird about single records. */
export class SendbirdLookups implements LiveLookups {
  readonly #ask: Ask;
  readonly #origin: ReturnType<typeof sendbird.open>;
  readonly #kinds = new Map<string, ChannelKind>();

  constructor({ account, ask, system }: LivePlace) {
    this.#ask = askSendbird(ask);
    this.#origin = sendbird.open(account, ask, system);
  }

  async message(
    { key, conversation }: Parameters<LiveLookups['message']>[0],
    signal: AbortSignal,
  ): Promise<LiveChange | undefined> {
    const row = await this.#messageRow(key, conversation, signal);
    if (!row || conversation === undefined) return undefined;
    const context = await this.#channelOf(conversation, signal);
    if (!context) return undefined;
    return sendbirdMessage(row, {
      kind: row['is_removed'] === true ? 'gone' : 'upsert',
      isNew: false,
      channel: conversation,
      context,
      isWhole: true,
    });
  }

  async complete(change: LiveChange, signal: AbortSignal): Promise<LiveChange | undefined> {
    if (change.isWhole) return change;
    const { conversation } = change;
    if (conversation === undefined) return undefined;
    if (change.entity === 'messages') {
      const now = await this.message(change, signal);
      return now ? { ...now, isNew: change.isNew } : { ...change, kind: 'gone', version: 0, isWhole: true };
    }
    if (change.entity === 'reactions') return await this.#reaction(change, conversation, signal);
    const rows = await this.conversation(conversation, signal);
    if (change.entity === 'groups') {
      const [channel, ...others] = rows ?? [];
      if (!channel) return { ...change, kind: 'gone', version: 0, isWhole: true };
      return { ...change, rows: [channel, ...others], isWhole: true };
    }
    return memberNow(change, rows);
  }

  async conversation(id: string, signal: AbortSignal): Promise<readonly OriginRow[] | undefined> {
    const channel = await this.#channel(id, signal);
    if (!channel) return undefined;
    return [{ list: 'conversations', row: channel }, ...(await this.#membersOf(channel, signal))];
  }

  async user(id: string, signal: AbortSignal): Promise<OriginRow | undefined> {
    if (!id.isWellFormed() || id === '.' || id === '..') return undefined;
    const path = `/users/${encodeURIComponent(id)}`;
    const found = await unlessGone(this.#ask({ path, family: 'users' }, signal));
    const [row] = found ? sendbirdRows({ users: [found.body] }, 'users', '/users') : [];
    return row && { list: 'users', row };
  }

  /** Sendbird tells no changes: all users and channels, and what was written in channels since. */
  async *changedIn(from: number, until: number, signal: AbortSignal): AsyncIterable<LiveChange> {
    const tops = this.#origin.tops({ until, since: from });
    for await (const { row } of rowsNamed('users', tops, signal)) {
      const key = text(row['user_id']);
      const user = { entity: 'users', kind: 'upsert', isNew: false, version: 0, isWhole: true } as const;
      if (key !== undefined) yield { ...user, key, rows: [{ list: 'users', row }] };
    }
    for await (const { row } of rowsNamed('conversations', tops, signal))
      yield* this.#changedInChannel(row, { from, until }, signal);
  }

  async freeze(isFrozen: boolean, signal: AbortSignal): Promise<void> {
    for (const kind of Object.values(CHANNELS)) {
      const path = `/${kind}?show_frozen=true&show_empty=true&show_metadata=true`;
      const rowOf = (row: Row): OriginRow => ({ list: 'conversations', row });
      const list = tokenList(
        'channels',
        [{ path, member: 'channels', family: 'channels', rowOf }],
        this.#ask,
      );
      for await (const { row } of rowsInList(list, signal))
        await this.#freezeOne(row, kind, isFrozen, signal);
    }
  }

  async #freezeOne(channel: Row, kind: string, isFrozen: boolean, signal: AbortSignal): Promise<void> {
    const id = text(channel['channel_url']);
    const metadata = channel['metadata'] as Row | null | undefined;
    const isMarked = metadata?.[FROZEN] !== undefined;
    if (id === undefined || (isFrozen ? channel['freeze'] === true : !isMarked)) return;
    const ask = (method: 'PUT' | 'DELETE', part: string, body?: object): Promise<unknown> =>
      unlessGone(this.#ask({ method, path: channelPath(kind, id, part), body, family: 'writes' }, signal));
    if (isFrozen) await ask('PUT', 'metadata', { metadata: { [FROZEN]: 'true' }, upsert: true });
    await ask('PUT', 'freeze', { freeze: isFrozen });
    if (!isFrozen) await ask('DELETE', `metadata/${FROZEN}`);
  }

  async *#changedInChannel(
    channel: Row,
    { from, until }: { readonly from: number; readonly until: number },
    signal: AbortSignal,
  ): AsyncIterable<LiveChange> {
    const known = this.#origin.conversationOf(channel);
    if (!known) return;
    const of = known.id;
    this.#note(of, channelKind(channel));
    const record: OriginRow = { list: 'conversations', row: channel };
    const now = { conversation: of, kind: 'upsert', isNew: false, version: 0, isWhole: true } as const;
    const members = await this.#membersOf(channel, signal);
    yield { ...now, entity: 'groups', key: of, rows: [record, ...members] };
    for (const member of members) {
      const key = JSON.stringify([of, text(member.row['user_id'])]);
      yield { ...now, entity: 'members', key, rows: [member, record, ...members] };
    }
    // A group channel says when its last message was written.
    if (channelKind(channel) === 'group' && (known.newest ?? 0) < from) return;
    const context = channel['is_distinct'] === true ? [record, ...members] : [record];
    const lists = this.#origin.listsOf(known, channel, { until, from });
    for await (const { row } of rowsNamed('messages', lists, signal)) {
      const message = sendbirdMessage(row, { ...now, channel: of, context });
      if (!message || (message.time ?? 0) > until) continue;
      yield message;
      for (const reaction of reactionsOfRecord(row)) {
        const change = sendbirdReaction(row, reaction, { ...now, channel: of, context });
        if (change) yield change;
      }
    }
  }

  /** The message of a reaction as it is now; a reaction goes with it. */
  async #reaction(change: LiveChange, channel: string, signal: AbortSignal): Promise<LiveChange | undefined> {
    const [, user = '', reaction = ''] = JSON.parse(change.key) as string[];
    const row = await this.#messageRow(change.parent ?? '', channel, signal);
    const context = row && (await this.#channelOf(channel, signal));
    if (!row || !context) return undefined;
    // It may have been taken back, or given again, since. Of many reactions alike, a record names some users alone.
    const alike = reactionsOfRecord(row).filter((each) => each.reaction === reaction);
    const isThere =
      alike.some((each) => each.user === user) || (alike.length >= NAMED_MIN && change.kind === 'upsert');
    const { version, isNew } = change;
    const users = change.rows.filter(({ list }) => list === 'users');
    return sendbirdReaction(
      row,
      { user, reaction },
      {
        kind: isThere ? 'upsert' : 'gone',
        isNew,
        version,
        channel,
        context: [...context, ...users],
        isWhole: true,
      },
    );
  }

  async #messageRow(id: string, channel: string | undefined, signal: AbortSignal): Promise<Row | undefined> {
    if (channel === undefined || !/^\d{1,19}$/.test(id))
      throw new OriginError(
        'refused',
        `the message ${id.slice(0, 100)} cannot be asked for without its channel`,
      );
    for (const kind of this.#kindsOf(channel)) {
      const path = channelPath(CHANNELS[kind], channel, `messages/${id}?${WHOLE_MESSAGES}`);
      const found = await unlessGone(this.#ask({ path, family: 'messages' }, signal));
      if (!found) continue;
      this.#note(channel, kind);
      if (text(found.body['message_id']) === id) return found.body;
      throw new OriginError('form', `${path}: the answer is another record`);
    }
    return undefined;
  }

  /** The records by which the conversation of a message is known. */
  async #channelOf(id: string, signal: AbortSignal): Promise<readonly OriginRow[] | undefined> {
    const channel = await this.#channel(id, signal);
    if (!channel) return undefined;
    return channel['is_distinct'] === true
      ? await this.conversation(id, signal)
      : [{ list: 'conversations', row: channel }];
  }

  async #channel(id: string, signal: AbortSignal): Promise<Row | undefined> {
    for (const kind of this.#kindsOf(id)) {
      const path = `${channelPath(CHANNELS[kind], id)}${kind === 'group' ? '?show_member=true' : ''}`;
      const found = await unlessGone(this.#ask({ path, family: 'channels' }, signal));
      if (!found) continue;
      if (text(found.body['channel_url']) !== id)
        throw new OriginError('form', `${path}: the answer is another record`);
      this.#note(id, kind);
      return found.body;
    }
    return undefined;
  }

  async #membersOf(channel: Row, signal: AbortSignal): Promise<readonly OriginRow[]> {
    const known = this.#origin.conversationOf(channel) ?? { id: String(channel['channel_url']) };
    const lists = this.#origin.listsOf(known, channel, { until: Number.MAX_SAFE_INTEGER });
    return await Array.fromAsync(rowsNamed('members', lists, signal));
  }

  /** The kinds of which a channel may be: an address does not say it. */
  #kindsOf(channel: string): readonly ChannelKind[] {
    const known = this.#kinds.get(channel);
    if (known) return [known];
    return channel.startsWith('sendbird_open_channel') ? ['open', 'group'] : ['group', 'open'];
  }

  #note(channel: string, kind: ChannelKind): void {
    this.#kinds.delete(channel);
    this.#kinds.set(channel, kind);
    const [oldest] = this.#kinds.size > KINDS_MAX ? this.#kinds.keys() : [];
    if (oldest !== undefined) this.#kinds.delete(oldest);
  }
}

/** The records of one of some lists; none if it is not among them. */
async function* rowsNamed(
  name: string,
  lists: readonly OriginList[],
  signal: AbortSignal,
): AsyncGenerator<OriginRow> {
  for (const list of lists) if (list.name === name) yield* rowsInList(list, signal);
}

/** A member as the channel has it now. */
function memberNow(change: LiveChange, rows: readonly OriginRow[] | undefined): LiveChange {
  const [, user] = JSON.parse(change.key) as string[];
  const found = rows?.find(({ list, row }) => list === 'members' && text(row['user_id']) === user);
  if (!found) return { ...change, kind: 'gone', version: 0, isWhole: true };
  return { ...change, rows: [found, ...(rows ?? []).filter((row) => row !== found)], isWhole: true };
}
