import type { Collection } from '../../documents/collection.ts';

/** The collections of Rocket.Chat that are read. */
type PartName = 'users' | 'visitors' | 'rooms' | 'subscriptions' | 'uploads' | 'messages' | 'settings';
export type Parts = Readonly<Partial<Record<PartName, readonly Collection[]>>>;

const NAMES: Readonly<Record<string, PartName>> = {
  users: 'users',
  rocketchat_livechat_visitor: 'visitors',
  rocketchat_room: 'rooms',
  rocketchat_subscription: 'subscriptions',
  rocketchat_uploads: 'uploads',
  rocketchat_message: 'messages',
  rocketchat_settings: 'settings',
};

/** The members that tell them apart where a file has another name; a room has its last message in it. */
const MEMBERS: readonly (readonly [PartName, readonly string[]])[] = [
  ['rooms', ['t', 'usersCount']],
  ['subscriptions', ['rid', 'u', 'open']],
  ['uploads', ['store', 'complete']],
  ['messages', ['rid', 'msg', 'ts']],
  ['visitors', ['username', 'token']],
  ['users', ['username', 'roles']],
];

/** Finds out what the collections are: by their names, else by what is in them; of several databases, those with messages. */
export function partsOf(collections: readonly Collection[]): Parts {
  const found = collections.flatMap((collection) => {
    const part = partOf(collection);
    return part === undefined ? [] : [{ part, collection }];
  });
  const chat = new Set(
    found.flatMap(({ part, collection }) => (part === 'messages' ? [collection.database] : [])),
  );
  const own = found.filter(({ collection }) => chat.size === 0 || chat.has(collection.database));
  const groups = Map.groupBy(own, ({ part }) => part);
  return Object.fromEntries(
    [...groups].map(([part, all]) => [part, all.map(({ collection }) => collection)]),
  );
}

function partOf(collection: Collection): PartName | undefined {
  const { name } = collection;
  if (Object.hasOwn(NAMES, name)) return NAMES[name];
  if (name.startsWith('rocketchat_')) return undefined;
  return MEMBERS.find(([, members]) => members.every((member) => collection.has(member)))?.[0];
}
