import type { Item, StoredChannel, StoredMessage, StreamApp } from './stream-app.ts';

/** What the API of Stream answers of an app. */

/** A time in a form in which texts compare as times do. */
export function sortable(time: unknown): string {
  const [, whole, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(String(time)) ?? [];
  if (!whole) throw new Error(`${time} is no time`);
  return `${whole}.${fraction.padEnd(9, '0')}`;
}

const byTime = (a: { created_at: string }, b: { created_at: string }): number =>
  sortable(a.created_at) < sortable(b.created_at)
    ? -1
    : sortable(a.created_at) > sortable(b.created_at)
      ? 1
      : 0;

export function userOf(app: StreamApp, id: unknown): Item {
  const found = app.users.get(String(id));
  return found
    ? { role: 'user', online: false, banned: false, ...found }
    : { id: String(id), role: 'user', online: false, banned: false };
}

/** All users, by id. */
export const usersOf = (app: StreamApp): readonly Item[] =>
  [...app.users.keys()].sort().map((id) => userOf(app, id));

/** All channels, the first made first. */
export const channelsOf = (app: StreamApp): readonly StoredChannel[] =>
  [...app.channels.values()].sort(byTime);

export function channelAnswer(app: StreamApp, channel: StoredChannel): Item {
  const last = [...app.messages.values()]
    .filter(({ cid, parent_id }) => cid === channel.cid && parent_id === undefined)
    .sort(byTime)
    .at(-1);
  return {
    disabled: false,
    hidden: false,
    config: { name: channel.type, reactions: true, replies: true },
    own_capabilities: ['send-message'],
    ...channel,
    created_by: userOf(app, channel['created_by']),
    member_count: app.members.get(channel.cid)?.length ?? 0,
    ...(last ? { last_message_at: last.created_at } : {}),
  };
}

export const membersOf = (app: StreamApp, cid: string): readonly Item[] =>
  [...(app.members.get(cid) ?? [])]
    .sort((a, b) => (a.user_id < b.user_id ? -1 : 1))
    .map((member) => ({
      channel_role: 'channel_member',
      banned: false,
      shadow_banned: false,
      notifications_muted: false,
      status: 'member',
      ...member,
      user: userOf(app, member.user_id),
    }));

/** Reactions to a message, the latest first. */
export const reactionsOf = (app: StreamApp, id: string): readonly Item[] =>
  app.reactions
    .filter(({ message_id }) => message_id === id)
    .toReversed()
    .map((reaction) => ({
      score: 1,
      ...reaction,
      user: userOf(app, reaction.user_id),
      updated_at: reaction.created_at,
    }));

const LATEST = 10;

export function messageAnswer(app: StreamApp, message: StoredMessage): Item {
  const reactions = reactionsOf(app, message.id);
  const counts: Record<string, number> = {};
  for (const { type } of reactions) counts[String(type)] = (counts[String(type)] ?? 0) + 1;
  const replies = [...app.messages.values()].filter(({ parent_id }) => parent_id === message.id);
  const deleted = replies.filter(({ type }) => type === 'deleted').length;
  const { mentioned_users_ids: mentioned = [], pinned_by_id: pinnedBy, ...rest } = message;
  return {
    html: '',
    attachments: [],
    shadowed: false,
    silent: false,
    updated_at: message.created_at,
    own_reactions: [],
    ...rest,
    user: userOf(app, message.user),
    latest_reactions: reactions.slice(0, LATEST),
    reaction_counts: counts,
    reaction_scores: counts,
    reply_count: replies.length - deleted,
    deleted_reply_count: deleted,
    mentioned_users: (mentioned as readonly string[]).map((id) => userOf(app, id)),
    pinned: message['pinned_at'] !== undefined,
    ...(pinnedBy === undefined ? {} : { pinned_by: userOf(app, pinnedBy) }),
  };
}

/** The messages that a channel shows, or the replies to one, in their order. */
export const shownIn = (app: StreamApp, cid: string): readonly StoredMessage[] =>
  [...app.messages.values()]
    .filter(
      (each) => each.cid === cid && (each['parent_id'] === undefined || each['show_in_channel'] === true),
    )
    .sort(byTime);
export const repliesTo = (app: StreamApp, id: string): readonly StoredMessage[] =>
  [...app.messages.values()].filter(({ parent_id }) => parent_id === id).sort(byTime);

/** The page of messages that some bounds ask for. */
export function pageOf(
  all: readonly StoredMessage[],
  bounds: Readonly<Record<string, unknown>>,
  limit: number,
): readonly StoredMessage[] {
  const time = (name: string): string | undefined =>
    bounds[name] === undefined ? undefined : sortable(bounds[name]);
  const [from, after, until] = [
    time('created_at_after_or_equal'),
    time('created_at_after'),
    time('created_at_before_or_equal'),
  ];
  const within = all.filter(({ created_at }) => {
    const at = sortable(created_at);
    return (
      (from === undefined || at >= from) &&
      (after === undefined || at > after) &&
      (until === undefined || at <= until)
    );
  });
  return from !== undefined || after !== undefined ? within.slice(0, limit) : within.slice(-limit);
}

/** The lines of an export of channels (v2). */
export function exportOf(app: StreamApp, cids: readonly string[]): string {
  const lines: object[] = [];
  for (const cid of cids) {
    const channel = app.channels.get(cid);
    if (!channel) continue;
    lines.push({ channel: channelAnswer(app, channel) });
    for (const member of membersOf(app, cid)) lines.push({ member: { channel_cid: cid, ...member } });
    const all = [...app.messages.values()].filter((each) => each.cid === cid).sort(byTime);
    for (const message of all) {
      lines.push({ message: messageAnswer(app, message) });
      for (const reaction of reactionsOf(app, message.id)) lines.push({ reaction });
    }
  }
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
