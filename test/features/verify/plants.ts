import type { DatabaseSync } from 'node:sqlite';
import type { ChatService } from '../../../src/service/client/chat-service.ts';

/** What `verify` must report for a plant: entity, mark, key and fields. */
type Finding = `${'users' | 'groups' | 'members' | 'messages'} ${'+' | '-' | '*'} ${string}`;

/** One change made in the service after a migration, without the tool. */
export type Plant = {
  readonly what: string;
  /** By a call of the API; `idOf` gives the id of a message. */
  readonly api?: (service: ChatService, idOf: (muid: string) => string) => Promise<unknown>;
  /** In the data file, if no call of the API can make the change. */
  readonly sql?: (db: DatabaseSync) => void;
  /** Empty if it is not a difference. */
  readonly finds: readonly Finding[];
};

const exec =
  (sql: string): Required<Plant>['sql'] =>
  (db) =>
    db.exec(sql);

const users: readonly Plant[] = [
  { what: 'a user is missing', sql: exec("DELETE FROM users WHERE uid = 'u-23'"), finds: ['users + u-23'] },
  {
    what: 'a user that the migration did not write',
    api: ({ users: all }) => all.create({ uid: 'stranger', name: 'Stranger' }),
    finds: ['users - stranger'],
  },
  {
    what: 'another name',
    api: ({ users: all }) => all.update('u-01', { name: 'Somebody' }),
    finds: ['users * u-01 name'],
  },
  {
    what: 'another avatar',
    api: ({ users: all }) => all.update('u-02', { avatar: 'https://files.example.com/other.png' }),
    finds: ['users * u-02 avatar'],
  },
  {
    what: 'no avatar any more',
    api: ({ users: all }) => all.update('u-03', { unset: ['avatar'] }),
    finds: ['users * u-03 avatar'],
  },
  {
    what: 'a link where there was none',
    api: ({ users: all }) => all.update('u-04', { link: 'https://people.example.com/4' }),
    finds: ['users * u-04 link'],
  },
  {
    what: 'one member of the metadata',
    api: ({ users: all }) =>
      all.update('u-05', { metadata: { team: 2, nested: { a: 'x', b: [1, { c: null }] }, big: 12.25 } }),
    finds: ['users * u-05 metadata'],
  },
  {
    what: 'fewer tags',
    api: ({ users: all }) => all.update('u-06', { tags: ['a'] }),
    finds: ['users * u-06 tags'],
  },
  {
    what: 'another role',
    sql: exec("UPDATE users SET role = 'vip' WHERE uid = 'u-07'"),
    finds: ['users * u-07 role'],
  },
  {
    what: 'a deactivated user',
    api: ({ users: all }) => all.deactivate('u-08'),
    finds: ['users * u-08 deactivatedAt'],
  },
  {
    what: 'a reactivated user',
    api: ({ users: all }) => all.reactivate(['u-20']),
    finds: ['users * u-20 deactivatedAt'],
  },
  {
    what: 'created at another time',
    sql: exec("UPDATE users SET created_at = created_at + 1 WHERE uid = 'u-09'"),
    finds: ['users * u-09 createdAt'],
  },
  {
    what: 'last active earlier',
    sql: exec("UPDATE users SET last_active_at = last_active_at - 1 WHERE uid = 'u-10'"),
    finds: ['users * u-10 lastActiveAt'],
  },
  {
    what: 'last active later',
    sql: exec("UPDATE users SET last_active_at = last_active_at + 1 WHERE uid = 'u-11'"),
    finds: [],
  },
  {
    what: 'tags in another order, and a member of the metadata further down',
    api: ({ users: all }) =>
      all.update('u-12', {
        tags: ['t12', 'a', 'b'],
        metadata: { big: 12.5, nested: { a: 'x', b: [1, { c: null }] }, team: 0 },
      }),
    finds: [],
  },
];

const groups: readonly Plant[] = [
  { what: 'a group is missing', api: ({ groups: all }) => all.delete('g-9'), finds: ['groups + g-9'] },
  {
    what: 'a group that the migration did not write',
    api: ({ groups: all }) => all.create({ guid: 'other', name: 'Other', type: 'public' }),
    finds: ['groups - other'],
  },
  {
    what: 'another name of a group',
    api: ({ groups: all }) => all.update('g-1', { name: 'Renamed' }),
    finds: ['groups * g-1 name'],
  },
  {
    what: 'another type',
    api: ({ groups: all }) => all.update('g-2', { type: 'private' }),
    finds: ['groups * g-2 type'],
  },
  {
    what: 'another owner',
    sql: exec("UPDATE groups SET owner = 'u-01' WHERE guid = 'g-3'"),
    finds: ['groups * g-3 owner'],
  },
  {
    what: 'no icon any more',
    api: ({ groups: all }) => all.update('g-5', { unset: ['icon'] }),
    finds: ['groups * g-5 icon'],
  },
  {
    what: 'other metadata and tags of a group',
    api: ({ groups: all }) => all.update('g-6', { metadata: { floor: 7 }, tags: ['floor-7'] }),
    finds: ['groups * g-6 metadata tags'],
  },
];

const members: readonly Plant[] = [
  {
    what: 'a member is missing',
    api: ({ members: all }) => all.kick('g-3', 'u-02'),
    finds: ['members + g-3_member_u-02'],
  },
  {
    what: 'another scope',
    api: ({ members: all }) => all.changeScope('g-3', 'u-03', 'moderator'),
    finds: ['members * g-3_member_u-03 scope'],
  },
  {
    what: 'banned instead of member',
    api: ({ bannedUsers }) => bannedUsers.ban('g-4', 'u-01'),
    finds: ['members * g-4_member_u-01 isBanned'],
  },
  {
    what: 'no longer banned',
    api: ({ bannedUsers }) => bannedUsers.unban('g-5', 'u-05'),
    finds: ['members + g-5_member_u-05'],
  },
  {
    what: 'member instead of banned',
    sql: exec("UPDATE members SET is_banned = 0 WHERE guid = 'g-7' AND uid = 'u-05'"),
    finds: ['members * g-7_member_u-05 isBanned'],
  },
  {
    what: 'a member that the migration did not write',
    api: ({ members: all }) => all.add('g-6', { participants: ['u-12'] }),
    finds: ['members - g-6_member_u-12'],
  },
  {
    what: 'joined at another time',
    sql: exec("UPDATE members SET joined_at = joined_at + 1 WHERE guid = 'g-8' AND uid = 'u-02'"),
    finds: ['members * g-8_member_u-02 joinedAt'],
  },
];

const edited =
  (muid: string, change: Parameters<ChatService['messages']['edit']>[1]): Required<Plant>['api'] =>
  (service, idOf) =>
    service.messages.update(idOf(muid), change);

const messages: readonly Plant[] = [
  {
    what: 'a message is deleted for good',
    api: ({ messages: all }, idOf) => all.delete(idOf('m-08'), { permanent: true }),
    finds: ['messages + m-08'],
  },
  {
    what: 'a message is deleted and its place stays',
    api: ({ messages: all }, idOf) => all.delete(idOf('m-16')),
    finds: ['messages * m-16 deletedAt'],
  },
  {
    what: 'another text',
    api: edited('m-24', { data: { text: 'other' } }),
    finds: ['messages * m-24 mentions text'],
  },
  {
    what: 'other metadata of a message',
    api: edited('m-12', { data: { metadata: { colour: 'blue', list: [1, 2] } } }),
    finds: ['messages * m-12 metadata'],
  },
  {
    what: 'other tags of a message',
    api: edited('m-13', { tags: ['urgent'] }),
    finds: ['messages * m-13 tags'],
  },
  {
    what: 'the name of an attachment',
    sql: exec(
      `UPDATE messages SET data = json_set(data, '$.attachments[0].name', 'b.jpg') WHERE muid = 'm-10'`,
    ),
    finds: ['messages * m-10 attachments'],
  },
  {
    what: 'the size of an attachment as a number',
    sql: exec(`UPDATE messages SET data = json_set(data, '$.attachments[0].size', 1200) WHERE muid = 'm-18'`),
    finds: [],
  },
  {
    what: 'a member of the data of a custom message, and one that was not sent',
    sql: exec(
      `UPDATE messages SET data = json_set(data, '$.place', 'Rome', '$.more', 1) WHERE muid = 'm-09'`,
    ),
    finds: ['messages * m-09 data.place'],
  },
  {
    what: 'two messages of one second in the wrong order',
    sql: exec(`CREATE TEMP TABLE swap AS SELECT muid, id FROM messages WHERE muid IN ('m-36', 'm-42');
      UPDATE messages SET id = -id WHERE muid IN ('m-36', 'm-42');
      UPDATE messages SET id = (SELECT id FROM swap WHERE muid <> messages.muid) WHERE muid IN ('m-36', 'm-42');
      DROP TABLE swap`),
    finds: ['messages * m-36 order'],
  },
  {
    what: 'sent at another time',
    sql: exec("UPDATE messages SET sent_at = sent_at + 30 WHERE muid = 'm-48'"),
    finds: ['messages * m-48 sentAt'],
  },
  {
    what: 'another sender',
    sql: exec("UPDATE messages SET sender = 'u-04' WHERE muid = 'm-56'"),
    finds: ['messages * m-56 sender'],
  },
  {
    what: 'in another conversation',
    sql: exec(
      "UPDATE messages SET conversation = (SELECT seq FROM conversations WHERE peer_a = 'g-1') WHERE muid = 'm-60'",
    ),
    finds: ['messages * m-60 receiver'],
  },
  {
    what: 'of another category and type',
    sql: exec("UPDATE messages SET category = 'custom', type = 'poll' WHERE muid = 'm-61'"),
    finds: ['messages * m-61 category type'],
  },
  {
    what: 'not delivered any more, read earlier',
    sql: exec("UPDATE messages SET delivered_at = NULL, read_at = read_at - 1 WHERE muid = 'm-68'"),
    finds: ['messages * m-68 deliveredAt readAt'],
  },
  {
    what: 'read later',
    sql: exec("UPDATE messages SET read_at = read_at + 1 WHERE muid = 'm-69'"),
    finds: [],
  },
  {
    what: 'a message that the migration did not write',
    api: ({ messages: all }) =>
      all.send(
        { receiver: 'g-0', receiverType: 'group', data: { text: 'hi' }, muid: 'stray' },
        { onBehalfOf: 'u-00' },
      ),
    finds: ['messages - stray'],
  },
  {
    what: 'a message twice',
    sql: exec(`INSERT INTO messages (conversation, sent_at, muid, sender, category, type, data, updated_at)
      SELECT conversation, sent_at, muid, sender, category, type, data, updated_at FROM messages WHERE muid = 'm-70'`),
    finds: ['messages - m-70'],
  },
  {
    what: 'a reply and a reaction, which people write',
    api: async ({ threads, reactions }, idOf) => {
      await threads.send(
        idOf('m-72'),
        { data: { text: 'yes' }, receiver: 'g-0', receiverType: 'group' },
        { onBehalfOf: 'u-00' },
      );
      await reactions.add(idOf('m-73'), '👍', { onBehalfOf: 'u-00' });
    },
    finds: [],
  },
];

export const plants: readonly Plant[] = [...users, ...groups, ...members, ...messages];
