import {
  channelAnswer,
  channelsOf,
  membersOf,
  messageAnswer,
  pageOf,
  reactionsOf,
  repliesTo,
  shownIn,
  sortable,
  usersOf,
} from './answers.ts';
import { input, Refusal } from './refusal.ts';
import type { Item, StreamApp } from './stream-app.ts';

/** The lists of Stream's API. */

/** A limit that a request may have. */
function limitOf(payload: Item, most: number, usual: number): number {
  const limit = payload['limit'] === undefined ? usual : Number(payload['limit']);
  if (!Number.isInteger(limit) || limit < 1 || limit > most) throw input(`limit must be 1 to ${most}`);
  return limit;
}

type Span = { readonly $gte?: string; readonly $lte?: string };

function isWithin(time: unknown, { $gte, $lte }: Span = {}): boolean {
  if ($gte === undefined && $lte === undefined) return true;
  if (time === undefined) return false;
  const at = sortable(time);
  return ($gte === undefined || at >= sortable($gte)) && ($lte === undefined || at <= sortable($lte));
}

/** The messages that a search finds, the least recently changed first. */
export function found(app: StreamApp, payload: Item): Item {
  if (payload['filter_conditions'] === undefined) throw input('filter_conditions is required');
  if (sortedBy(payload) !== 'updated_at') throw input('the tests sort by updated_at');
  const span = (payload['message_filter_conditions'] as { updated_at?: Span }).updated_at;
  const limit = limitOf(payload, 1_000, 30);
  const from = payload['next'] === undefined ? 0 : Number(payload['next']);
  const all = [...app.messages.values()]
    .map((each) => messageAnswer(app, each))
    .filter(({ type, updated_at }) => type !== 'deleted' && isWithin(updated_at, span))
    .sort((a, b) => (sortable(a['updated_at']) < sortable(b['updated_at']) ? -1 : 1));
  const page = all.slice(from, from + limit).map((each) => ({ message: each }));
  return { results: page, ...(from + limit < all.length ? { next: String(from + limit) } : {}) };
}

/** The field that a request sorts by, upwards. */
function sortedBy({ sort }: Item): string {
  const [{ field = '', direction = -1, ...named } = {}] = sort as readonly Readonly<
    Record<string, unknown>
  >[];
  const [[name, way] = [field, direction]] = Object.entries(named);
  if (way !== 1) throw input('the tests know an upward order alone');
  return String(name);
}

export function users(app: StreamApp, payload: Item): readonly Item[] {
  const filter = (payload['filter_conditions'] ?? {}) as {
    id?: { $gt?: string; $in?: readonly string[] };
    updated_at?: Span;
  };
  const all = usersOf(app).filter(
    ({ deactivated_at, updated_at, created_at }) =>
      (payload['include_deactivated_users'] === true || deactivated_at === undefined) &&
      isWithin(updated_at ?? created_at, filter.updated_at),
  );
  const limit = limitOf(payload, 100, 30);
  const named = filter.id?.$in;
  if (named) return all.filter(({ id }) => named.includes(String(id))).slice(0, limit);
  if (payload['sort'] === undefined) return all.slice(0, limit);
  if (sortedBy(payload) !== 'id') throw input('users are sorted by id');
  return all.filter(({ id }) => filter.id?.$gt === undefined || String(id) > filter.id.$gt).slice(0, limit);
}

export function channels(app: StreamApp, payload: Item): readonly Item[] {
  const { cid } = (payload['filter_conditions'] ?? {}) as { cid?: { $in: readonly string[] } };
  const named = cid?.$in.flatMap((each) => app.channels.get(each) ?? []);
  if (named) return named.map((channel) => ({ channel: channelAnswer(app, channel) }));
  if (sortedBy(payload) !== 'created_at') throw input('channels are sorted by created_at');
  const offset = Number(payload['offset'] ?? 0);
  if (offset > 1_000) throw input('offset must be at most 1000');
  const limit = limitOf(payload, 30, 10);
  const memberLimit = limitOf({ limit: payload['member_limit'] }, 100, 100);
  const { $gte } = ((payload['filter_conditions'] as Item)['created_at'] ?? {}) as { $gte?: string };
  const { $or } = payload['filter_conditions'] as { $or?: readonly Readonly<Record<string, Span>>[] };
  return channelsOf(app)
    .filter(({ created_at }) => $gte === undefined || sortable(created_at) >= sortable($gte))
    .filter((channel) => {
      const answer = channelAnswer(app, channel);
      const fits = (each: Readonly<Record<string, Span>>): boolean =>
        Object.entries(each).every(([name, span]) => isWithin(answer[name], span));
      return $or === undefined || $or.some(fits);
    })
    .slice(offset, offset + limit)
    .map((channel) => ({
      channel: channelAnswer(app, channel),
      members: membersOf(app, channel.cid).slice(0, memberLimit),
      messages: [],
      pinned_messages: [],
      read: [],
      watcher_count: 0,
    }));
}

export function members(app: StreamApp, payload: Item): readonly Item[] {
  const cid = `${payload['type']}:${payload['id']}`;
  if (!app.channels.has(cid)) throw new Refusal(404, 16, `${cid} does not exist`);
  if (sortedBy(payload) !== 'user_id') throw input('members are sorted by user_id');
  const after = payload['user_id_gt'];
  return membersOf(app, cid)
    .filter(({ user_id }) => after === undefined || String(user_id) > String(after))
    .slice(0, limitOf(payload, 100, 30));
}

export function query(app: StreamApp, cid: string, payload: Item): Item {
  const channel = app.channels.get(cid);
  if (payload['data'] !== undefined) throw new Error('this request would make a channel');
  if (!channel)
    throw input(
      'GetOrCreateChannel failed with error: "either data.created_by or data.created_by_id must be provided when using server side auth."',
    );
  const bounds = (payload['messages'] ?? {}) as Item;
  const page = pageOf(shownIn(app, cid), bounds, limitOf(bounds, 300, 25));
  return {
    channel: channelAnswer(app, channel),
    members: membersOf(app, cid).slice(0, limitOf((payload['members'] ?? {}) as Item, 100, 100)),
    messages: page.map((message) => messageAnswer(app, message)),
    pinned_messages: [],
    read: [],
  };
}

export function message(app: StreamApp, id: string): Item {
  const found = app.messages.get(id);
  if (!found) throw new Refusal(404, 16, `message ${id} does not exist`);
  return messageAnswer(app, found);
}

export function replies(app: StreamApp, id: string, payload: Item): Item {
  if (!app.messages.has(id)) throw new Refusal(404, 16, `message ${id} does not exist`);
  if (sortedBy(payload) !== 'created_at') throw input('replies are sorted by created_at');
  const page = pageOf(repliesTo(app, id), payload, limitOf(payload, 300, 50));
  return { messages: page.map((message) => messageAnswer(app, message)) };
}

export function reactions(app: StreamApp, id: string, payload: Item): Item {
  if (!app.messages.has(id)) throw new Refusal(404, 16, `message ${id} does not exist`);
  const offset = Number(payload['offset'] ?? 0);
  if (offset > 1_000) throw input('offset must be at most 1000');
  return { reactions: reactionsOf(app, id).slice(offset, offset + limitOf(payload, 300, 10)) };
}
