import type { App } from '../../../src/sandbox/app/app.ts';
import { conversationOf, type Tables } from './pool.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Lines that say what there is, each with its entity. */
export type Content = ReadonlySet<string>;

/** What the files of a night say that there is. */
export function stated({ roles, users, groups, members, messages, ...rest }: Tables): Content {
  const banned = new Set(rest.bans.map(({ guid, uid }) => `${guid} ${uid}`));
  return new Set([
    ...roles.map(({ role, name }) => `role ${role} ${name}`),
    ...users.map(({ uid, name, role }) => `user ${uid} ${name} ${role || 'default'}`),
    ...groups.map(({ guid, name, owner }) => `group ${guid} ${name} ${owner}`),
    ...members
      .filter(({ guid, uid }) => !banned.has(`${guid} ${uid}`))
      .map(({ guid, uid, scope }) => `member ${guid} ${uid} ${scope}`),
    ...messages.map(
      (one) =>
        `message ${one['muid']} ${one['sender']} ${conversationOf(one)} ${one['text']} ${rootIn(messages, one)}`,
    ),
    ...rest.reactions.map(({ muid, uid, reaction }) => `reaction ${muid} ${uid} ${reaction}`),
    ...rest.pins.map(({ muid }) => `pin ${muid}`),
    ...rest.friends.map(({ uid, friendUid }) => `friends ${[uid, friendUid].sort().join(' ')}`),
    ...rest.blocks.map(({ uid, blockedUid }) => `block ${uid} ${blockedUid}`),
    ...rest.bans.map(({ guid, uid }) => `ban ${guid} ${uid}`),
  ]);
}

/** The message that a reply hangs on; empty for a reply to a message that is not there. */
const rootIn = (messages: Tables['messages'], { parentMuid = '' }: Tables['messages'][number]): string =>
  messages.some(({ muid }) => muid === parentMuid) ? parentMuid : '';

/** What the service has, read from its data and not through its API. */
export function found({ db }: App): Content {
  db.settle();
  const all = (sql: string): Row[] => db.all<Row>(sql);
  const muidOf = (id: string): string => `(SELECT muid FROM messages AS named WHERE named.id = ${id})`;
  const messages = `messages JOIN conversations ON conversations.seq = conversation
    WHERE muid IS NOT NULL AND deleted_at IS NULL`;
  return new Set([
    ...all("SELECT * FROM roles WHERE role <> 'default'").map(({ role, name }) => `role ${role} ${name}`),
    ...all("SELECT * FROM users WHERE uid <> 'app_system'").map(
      ({ uid, name, role }) => `user ${uid} ${name} ${role}`,
    ),
    ...all('SELECT * FROM groups').map(({ guid, name, owner }) => `group ${guid} ${name} ${owner}`),
    ...all('SELECT * FROM members').map(({ guid, uid, scope, is_banned }) =>
      is_banned === 1 ? `ban ${guid} ${uid}` : `member ${guid} ${uid} ${scope}`,
    ),
    ...all(
      `SELECT muid, sender, data, kind, peer_a, peer_b, parent_id, ${muidOf('messages.parent_id')} AS root FROM ${messages}`,
    ).map(({ muid, sender, data, kind, peer_a, peer_b, parent_id, root }) => {
      const where = kind === 'group' ? `group_${peer_a}` : [peer_a, peer_b].sort().join('_user_');
      const parent = parent_id === null ? '' : (root ?? 'which is gone');
      return `message ${muid} ${sender} ${where} ${(JSON.parse(String(data)) as { text: string }).text} ${parent}`;
    }),
    ...all(`SELECT ${muidOf('message')} AS muid, uid, reaction FROM reactions`).map(
      ({ muid, uid, reaction }) => `reaction ${muid} ${uid} ${reaction}`,
    ),
    ...all(`SELECT muid FROM ${messages} AND messages.pinned_at IS NOT NULL`).map(
      ({ muid }) => `pin ${muid}`,
    ),
    ...all('SELECT * FROM friends').map(({ uid, friend }) => `friends ${[uid, friend].sort().join(' ')}`),
    ...all('SELECT * FROM blocks').map(({ uid, blocked }) => `block ${uid} ${blocked}`),
  ]);
}

/** Read marks of the files that the service does not have: the last message not after each is not read. */
export function unread({ db }: App, { messages, receipts }: Tables): string[] {
  const marks = db.all<Row>(
    `SELECT kind, peer_a, peer_b, uid, read_to FROM conversation_states
       JOIN conversations ON conversations.seq = conversation`,
  );
  return receipts.flatMap(({ conversation, uid, readAt }) => {
    // Nobody has to read what they wrote themselves. Replies are sent live: they have the time of the run, which is after all marks.
    const last = messages.findLast(
      (one) =>
        conversationOf(one) === conversation &&
        one['sender'] !== uid &&
        !rootIn(messages, one) &&
        Number(one['sentAt']) <= Number(readAt),
    );
    if (!last) return [];
    const [{ id } = { id: 0 }] = db.all<Row>(`SELECT id FROM messages WHERE muid = '${last['muid']}'`);
    const mark = marks.find(
      (one) => one['uid'] === uid && [one['peer_a'], one['peer_b']].sort().join('_user_') === conversation,
    );
    return Number(mark?.['read_to'] ?? 0) >= Number(id)
      ? []
      : [`${uid} has not read ${last['muid']} in ${conversation}`];
  });
}
