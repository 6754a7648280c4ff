import { createHash } from 'node:crypto';
import type { OriginConversation, OriginList } from '../origin.ts';
import { OriginError } from '../origin.ts';
import { type AskApp, askList, asObject, type Json, millis, numberIn, objects, text } from './asked.ts';
import { freshOf, placeAfter, type TimePlace } from './time-pages.ts';

const [USERS, CHANNELS, MEMBERS] = [100, 30, 100];

/** The id of the last record of a page, where the next one begins. */
function lastOf(rows: readonly Json[], name: string): string | undefined {
  const last = rows.at(-1);
  const id = last && text(last[name]);
  if (last && id === undefined) throw new OriginError('form', `the last record of a page has no "${name}"`);
  return id;
}

/**
 * All users, by id, those who were deactivated too. Its place is the last id.
 * @param filter further conditions
 */
export const usersList = (asked: AskApp, filter: Json = {}): OriginList => ({
  name: 'users',
  first: '',
  async step(at, signal) {
    const payload = {
      filter_conditions: at === '' ? filter : { ...filter, id: { $gt: at } },
      sort: [{ field: 'id', direction: 1 }],
      limit: USERS,
      include_deactivated_users: true,
    };
    const rows = await askList(asked, 'users', payload, signal);
    return { rows: rows.map((row) => ({ list: 'users', row })), next: lastOf(rows, 'id') };
  },
});

/** A place in the list of channels: by time of creation, since an offset ends at 1,000. */
export type ChannelPlace = TimePlace & {
  /** Records of that time that are passed over, where more have it than a page holds. */
  readonly skip?: number;
};

const OF_CHANNELS = {
  idOf: ({ channel }: Json) => asObject(channel)?.['cid'],
  timeOf: ({ channel }: Json) => asObject(channel)?.['created_at'],
};

/**
 * The next channels, with up to 100 of their members, and the place after them; undefined at the end.
 * @param filter further conditions
 */
export async function channelsAfter(
  asked: AskApp,
  place: ChannelPlace | undefined,
  limit: number,
  signal: AbortSignal,
  filter: Json = {},
): Promise<{ readonly rows: readonly Json[]; readonly next: ChannelPlace | undefined }> {
  const body = {
    filter_conditions: place ? { ...filter, created_at: { $gte: place.time } } : filter,
    sort: [{ field: 'created_at', direction: 1 }],
    limit,
    offset: place?.skip ?? 0,
    state: true,
    watch: false,
    presence: false,
    message_limit: 0,
    member_limit: MEMBERS,
  };
  const page = await askList(asked, 'channels', body, signal);
  const from = place ?? { time: '1970-01-01T00:00:00Z', seen: [] };
  const fresh = freshOf(page, from, OF_CHANNELS);
  const rows = fresh.map(({ row: { channel, members } }) => ({ channel, members: members ?? [] }));
  if (fresh.length > 0) return { rows, next: nextPlace(from, placeAfter(from, fresh), page.length) };
  return { rows, next: page.length < limit ? undefined : nextPlace(from, from, page.length) };
}

/** The next place; where a page has nothing but one time, its records are passed over. */
function nextPlace(from: ChannelPlace, { time, seen }: TimePlace, length: number): ChannelPlace {
  return time === from.time ? { time, seen, skip: (from.skip ?? 0) + length } : { time, seen };
}

/** All channels: those that are hidden, disabled or frozen too. */
export const channelsList = (asked: AskApp): OriginList => ({
  name: 'conversations',
  first: '',
  async step(at, signal) {
    const place = at === '' ? undefined : (JSON.parse(at) as ChannelPlace);
    const { rows, next } = await channelsAfter(asked, place, CHANNELS, signal);
    return {
      rows: rows.map((row) => ({ list: 'conversations', row })),
      next: next && JSON.stringify(next),
    };
  },
});

/** Members that differ where members or messages may have changed. */
const TELLING = [
  'last_message_at',
  'updated_at',
  'member_count',
  'message_count',
  'truncated_at',
  'frozen',
  'disabled',
] as const;

/** Members of a member that say what it is, and not whether somebody is online. */
const OF_MEMBER = [
  'user_id',
  'role',
  'channel_role',
  'is_moderator',
  'banned',
  'shadow_banned',
  'updated_at',
] as const;

/** The channel of a record of the list of channels; undefined if it has no id. */
export function channelIn({ channel, members }: Json): OriginConversation | undefined {
  const of = asObject(channel);
  const id = text(of?.['cid']);
  if (!of || id === undefined) return undefined;
  const told = [
    TELLING.map((name) => of[name] ?? null),
    objects(members).map((member) => OF_MEMBER.map((name) => member[name] ?? null)),
  ];
  const mark = createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16);
  return { id, mark, newest: millis(of['last_message_at']) };
}

/** The members of a channel. Those of a small one stand in its record; its place is the last id of a user. */
export const membersList = (asked: AskApp, { channel, members }: Json): OriginList => ({
  name: 'members',
  first: '',
  async step(at, signal) {
    const [of = {}, inside] = [asObject(channel), objects(members)];
    const cid = text(of['cid']) ?? '';
    const rowsInList = (rows: readonly Json[]) => rows.map((row) => ({ list: 'members', of: cid, row }));
    if (typeof of['member_count'] === 'number' && inside.length >= numberIn(of['member_count']))
      return { rows: rowsInList(inside) };
    const payload = {
      type: of['type'],
      id: of['id'],
      filter_conditions: {},
      sort: [{ field: 'user_id', direction: 1 }],
      limit: MEMBERS,
      ...(at === '' ? {} : { user_id_gt: at }),
    };
    const rows = await askList(asked, 'members', payload, signal);
    return { rows: rowsInList(rows), next: lastOf(rows, 'user_id') };
  },
});
