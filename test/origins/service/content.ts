import type { ChatService } from '../../../src/service/client/chat-service.ts';

type Entry = Readonly<Record<string, unknown>>;

/** What an app shows of itself, read through its API: the same for two apps of which one is the move of the other. */
export type AppContent = {
  readonly roles: readonly Entry[];
  readonly users: readonly Entry[];
  readonly groups: readonly Entry[];
  readonly members: readonly string[];
  readonly bans: readonly string[];
  readonly friends: readonly string[];
  readonly blocks: readonly string[];
  /** What people wrote and nobody deleted. */
  readonly messages: readonly Entry[];
};

/** @param prefix begins the keys of messages that have none */
export async function contentOf(service: ChatService, prefix: string): Promise<AppContent> {
  const users = await all(service.users.list({ perPage: 1_000, withTags: true, withDeactivated: true }));
  const groups = await all(service.groups.list({ perPage: 1_000, withTags: true }));
  const [members, bans, friends, blocks]: [string[], string[], string[], string[]] = [[], [], [], []];
  for (const { guid } of groups) {
    for (const { uid, scope } of await all(service.members.list(guid)))
      members.push(`${guid} ${uid} ${scope}`);
    for (const { uid } of await all(service.bannedUsers.list(guid))) bans.push(`${guid} ${uid}`);
  }
  for (const { uid, deactivatedAt } of users) {
    if (deactivatedAt !== undefined) continue;
    for (const other of await all(service.friends.list(uid))) friends.push(`${uid} ${other.uid}`);
    for (const other of await all(service.blockedUsers.list(uid))) blocks.push(`${uid} ${other.uid}`);
  }
  return {
    roles: (await all(service.roles.list())).map((row) =>
      only(row, ['role', 'name', 'description', 'metadata']),
    ),
    users: sorted(users, 'uid').map((user) => ({
      ...only(user, USER),
      isActive: user.deactivatedAt === undefined,
    })),
    groups: sorted(groups, 'guid').map((group) => only(group, GROUP)),
    members: members.sort(),
    bans: bans.sort(),
    friends: friends.sort(),
    blocks: blocks.sort(),
    messages: await messagesOf(service, prefix),
  };
}

const USER = ['uid', 'name', 'avatar', 'link', 'role', 'statusMessage', 'metadata', 'tags', 'createdAt'];
const GROUP = ['guid', 'name', 'type', 'icon', 'description', 'owner', 'metadata', 'tags', 'createdAt'];
const MESSAGE = ['sender', 'receiver', 'receiverType', 'category', 'type', 'sentAt', 'tags'];

async function messagesOf(service: ChatService, prefix: string): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for await (const message of service.messages.list({ affix: 'append', limit: 1_000, withTags: true })) {
    const { id, muid = `${prefix}-${id}`, category, deletedAt, data } = message;
    if ((category !== 'message' && category !== 'custom') || deletedAt !== undefined) continue;
    const { text, attachments, customData } = data ?? {};
    found.push({ muid, ...only(message, MESSAGE), text, attachments, customData });
  }
  return sorted(found, 'muid');
}

async function all<Row>(list: AsyncIterable<Row>): Promise<readonly Row[]> {
  return await Array.fromAsync(list);
}

const only = (row: Entry, names: readonly string[]): Entry =>
  Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));

const sorted = <Row extends Entry>(rows: readonly Row[], key: string): readonly Row[] =>
  rows.toSorted((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1));
