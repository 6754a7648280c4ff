import type { StatementSync } from 'node:sqlite';
import { APP_UID } from '../../../input/entities/limits.ts';
import { LastVersions } from './last-versions.ts';
import { isGiven } from './message-row.ts';
import { noted, type RowMaking } from './row-making.ts';

type Row = Readonly<Record<string, unknown>>;

/** The users and groups that have rows. */
export type KnownPeople = { hasUser(uid: string): boolean; hasGroup(guid: string): boolean };

/** Writes users with their friends and blocks, roles, groups with their members and bans. */
export async function passPeople(making: RowMaking): Promise<KnownPeople> {
  await passRoles(making);
  const { isPart = false } = making;
  const read = await passEach(making, 'users', 'uid', (row) => addUser(row, making));
  const users = isPart ? (uid: string) => uid !== APP_UID : read;
  const creations = new Creations(making);
  const written = await passEach(making, 'conversations', 'guid', (row) => {
    addGroup(row, making, (uid) => uid !== 'undefined' && users(uid));
    creations.note(row);
  });
  const groups = isPart ? () => true : written;
  await passMembers(making, groups, creations);
  await passRelations(making, users);
  return { hasUser: users, hasGroup: groups };
}

async function passRoles(making: RowMaking): Promise<void> {
  await passEach(making, 'roles', 'role', ({ role, name, description, metadata, settings }) => {
    // Each app has it.
    if (role === 'default') return;
    making.rows.add('roles', { role, name, description, metadata });
    making.tally.count('roles', 'imported');
    if (isGiven(settings))
      noted(making, 'roles with settings, which are not written: %; set them in the new app');
  });
}

/**
 * Passes the last versions of the records of a list.
 * @returns whether a key is among them
 */
async function passEach(
  { pass, db }: RowMaking,
  list: string,
  key: string,
  take: (row: Row) => void,
): Promise<(value: string) => boolean> {
  const versions = new LastVersions(db, list);
  const keyOf = (row: Row): string => String(row[key]);
  await pass(list, (row) => versions.note(keyOf(row), row));
  await pass(list, (row) => {
    const last = versions.at(keyOf(row), row);
    if (last) take(last);
  });
  return (value) => versions.has(value);
}

function addUser(row: Row, { rows, tally }: RowMaking): void {
  const { uid, name, avatar, link, role, statusMessage, metadata, tags } = row;
  const { createdAt, lastActiveAt, deactivatedAt } = row;
  const user = { uid, name, avatar, link, role, statusMessage, metadata, tags };
  rows.add('users', { ...user, createdAt, lastActiveAt, deactivatedAt: deactivatedAt ?? 'never' });
  tally.count('users', 'imported');
}

function addGroup(row: Row, making: RowMaking, hasUser: (uid: string) => boolean): void {
  const { guid, name, type, icon, description, owner, metadata, tags, createdAt } = row;
  const isOpen = type === 'public' || type === 'private';
  const isLocked = type === 'password' || type === 'protected';
  if (isLocked)
    noted(
      making,
      'groups with a password, which the service does not tell: %; they are created as private groups',
    );
  making.rows.add('groups', {
    guid,
    name,
    // Without a type it becomes private. One that nobody knows is refused by the check of its row.
    ...(isLocked ? {} : { type }),
    icon,
    description,
    // Whoever was deleted owns nothing; without an owner it is the app's.
    ...(hasUser(String(owner)) ? { owner } : {}),
    metadata,
    tags,
    createdAt,
  });
  making.tally.count('conversations', isOpen ? 'imported' : 'converted');
}

/** The times at which groups were created, on disk. */
class Creations {
  readonly #insert: StatementSync;
  readonly #find: StatementSync;

  constructor({ db }: Pick<RowMaking, 'db'>) {
    db.exec('CREATE TABLE creations (guid TEXT PRIMARY KEY, at INTEGER) WITHOUT ROWID');
    this.#insert = db.prepare('INSERT OR REPLACE INTO creations VALUES (?, ?)');
    this.#find = db.prepare('SELECT at FROM creations WHERE guid = ?');
  }

  note({ guid, createdAt }: Row): void {
    if (typeof createdAt === 'number') this.#insert.run(String(guid), createdAt);
  }

  /** A time of joining that the import takes: whoever was there from the beginning joins one second later. */
  joined(guid: string, joinedAt: unknown): unknown {
    const created = (this.#find.get(guid) as { readonly at: number } | undefined)?.at;
    return created !== undefined && typeof joinedAt === 'number' && joinedAt <= created
      ? created + 1
      : joinedAt;
  }
}

async function passMembers(
  { pass, rows, tally, db }: RowMaking,
  hasGroup: (guid: string) => boolean,
  creations: Creations,
): Promise<void> {
  // Where somebody left while the list was read, a part of it may have come twice.
  db.exec(
    'CREATE TABLE members (list TEXT, guid TEXT, uid TEXT, PRIMARY KEY (list, guid, uid)) WITHOUT ROWID',
  );
  const insert = db.prepare('INSERT OR IGNORE INTO members VALUES (?, ?, ?)');
  const passOnce = (list: string, kind: 'members' | 'bans', rowOf: (row: Row, guid: string) => Row) =>
    pass(list, (row, guid) => {
      if (Number(insert.run(list, guid, String(row['uid'])).changes) === 0) return;
      const isThere = hasGroup(guid);
      if (isThere) rows.add(kind, rowOf(row, guid));
      tally.count(kind, isThere ? 'imported' : { dropped: 'groupGone' });
    });
  await passOnce('members', 'members', ({ uid, scope, joinedAt, isBanned }, guid) => ({
    guid,
    uid,
    scope,
    joinedAt: creations.joined(guid, joinedAt),
    // No list says so of a member: only what was made of the event of a ban.
    ...(isBanned === true ? { isBanned } : {}),
  }));
  await passOnce('banned', 'bans', ({ uid }, guid) => ({ guid, uid }));
}

/** Writes friends and blocks: of each user the last record counts; a friendship is said by both sides. */
async function passRelations(
  { pass, db, rows, tally }: RowMaking,
  hasUser: (uid: string) => boolean,
): Promise<void> {
  db.exec('CREATE TABLE relations (uid TEXT PRIMARY KEY, place INTEGER, friends TEXT) WITHOUT ROWID');
  const insert = db.prepare('INSERT OR REPLACE INTO relations VALUES (?, ?, ?)');
  const find = db.prepare('SELECT place, friends FROM relations WHERE uid = ?');
  const saidBy = (
    uid: string,
  ): { readonly place: number; readonly friends: readonly string[] } | undefined => {
    const found = find.get(uid) as { place: number; friends: string } | undefined;
    return found && { place: found.place, friends: JSON.parse(found.friends) as string[] };
  };
  let noting = 0;
  await pass('relations', ({ friends }, of) => void insert.run(of, noting++, JSON.stringify(friends ?? [])));
  let place = 0;
  await pass('relations', ({ friends, blocked }, of) => {
    const own = place++;
    if (saidBy(of)?.place !== own || !hasUser(of)) return;
    for (const friend of textsOf(friends)) {
      const other = saidBy(friend);
      const isSaidThere = other?.friends.includes(of) ?? false;
      // Where they differ, the later one is right; where both say it, it is written once.
      const isWritten = isSaidThere ? of < friend : other === undefined || other.place < own;
      if (!isWritten || !hasUser(friend)) continue;
      rows.add('friends', { uid: of, friendUid: friend });
      tally.count('friends', 'imported');
    }
    for (const blockedUid of textsOf(blocked)) {
      if (!hasUser(blockedUid)) continue;
      rows.add('blocks', { uid: of, blockedUid });
      tally.count('blocks', 'imported');
    }
  });
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
