import type { Database } from '../storage/database.ts';
import { Table } from '../storage/table.ts';
import { jsonMember, jsonObject, numberMember, textMember, withComma } from '../wire/json-text.ts';
import { EntityStore } from './store.ts';

/** Rows per block, as a power of two. To find a page, block counts are added up and at most one block is walked. */
const BLOCK_BITS = 10;

/**
 * The number of users in each block of sequence numbers. So any page of a list of a million is found at once, and
 * its total needs no count. Only changed blocks are counted again, also after a rollback.
 */
class UserPositions {
  readonly #db: Database;
  readonly #sources: readonly string[];
  readonly #counts: number[] = [];
  readonly #stale = new Set<number>();
  #mayHaveGrown = true;

  /** `sources` are tables with conditions, as SQL. The list holds the users of all of them. */
  constructor(db: Database, sources: readonly string[]) {
    this.#db = db;
    this.#sources = sources;
    db.onRestored(() => {
      this.#counts.length = 0;
      this.#mayHaveGrown = true;
    });
  }

  /** Call it after a user was added. */
  added(): void {
    this.#mayHaveGrown = true;
  }

  /** Call it after the user with this number changed or was removed. */
  changed(seq: number): void {
    this.#stale.add(seq >> BLOCK_BITS);
  }

  /** The number of users in the list. */
  get total(): number {
    return this.#currentCounts().reduce((sum, count) => sum + count, 0);
  }

  /** Finds the user at this place in the list, counted from 0. */
  locate(place: number): { readonly from: number; readonly skip: number } {
    let skip = place;
    const counts = this.#currentCounts();
    for (const [block, count] of counts.entries()) {
      if (skip < count) return { from: block << BLOCK_BITS, skip };
      skip -= count;
    }
    return { from: counts.length << BLOCK_BITS, skip };
  }

  #currentCounts(): readonly number[] {
    const counts = this.#counts;
    for (const block of this.#stale) {
      // Blocks past the end were empty until now.
      if (block >= counts.length) this.#mayHaveGrown = true;
      else this.#recount(block);
    }
    this.#stale.clear();
    if (!this.#mayHaveGrown) return counts;
    // New numbers follow the highest one in use, which is in the last block that is not empty, or after it.
    while (counts.length > 0 && counts.at(-1) === 0) counts.pop();
    const last = this.#db.value<number | null>('SELECT max(seq) FROM users') ?? 0;
    for (let block = Math.max(0, counts.length - 1); block <= last >> BLOCK_BITS; block++)
      this.#recount(block);
    this.#mayHaveGrown = false;
    return counts;
  }

  #recount(block: number): void {
    const from = block << BLOCK_BITS;
    const until = from + (1 << BLOCK_BITS);
    this.#counts[block] = this.#sources
      .map((source) => `SELECT count(*) FROM ${source} AND seq >= ? AND seq < ?`)
      .reduce((sum, sql) => sum + (this.#db.value<number>(sql, from, until) ?? 0), 0);
  }
}

/** A user as stored; `metadata` and `tags` are JSON text. */
export type User = {
  readonly uid: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly link: string | null;
  readonly role: string;
  readonly statusMessage: string | null;
  readonly metadata: string | null;
  readonly tags: string | null;
  readonly createdAt: number;
  readonly updatedAt: number | null;
  readonly lastActiveAt: number | null;
  readonly deactivatedAt: number | null;
};

/** The actor of calls without `onBehalfOf`. It exists in every app, appears in no list, and cannot be changed. */
export const SYSTEM_USER: User = {
  uid: 'app_system',
  name: 'System',
  avatar: null,
  link: null,
  role: 'default',
  statusMessage: null,
  metadata: null,
  tags: null,
  createdAt: 0,
  updatedAt: null,
  lastActiveAt: null,
  deactivatedAt: null,
};

/** The role of bots, with the switch `bots=role`. */
export const BOT_ROLE = 'bot';

const USERS = new Table<User>(
  'users',
  `uid, name, avatar, link, role, statusMessage, metadata, tags, createdAt, updatedAt,
    lastActiveAt, deactivatedAt`,
  'createdAt',
  'keep',
);

/** The columns of a User, for statements that read one. */
export const USER_COLUMNS = USERS.columns;

/** The JSON of a user in an answer. `extra` adds members, such as a member's scope. */
export function userJson(user: User, withTags: boolean, ...extra: readonly string[]): string {
  // One text is faster than a joined list: imports answer each user with it. Ids need no escaping.
  return (
    `{"uid":"${user.uid}"${withComma(textMember('name', user.name))}` +
    withComma(textMember('link', user.link)) +
    withComma(textMember('avatar', user.avatar)) +
    withComma(jsonMember('metadata', user.metadata)) +
    `,"status":"offline","role":"${user.role}"` +
    withComma(textMember('statusMessage', user.statusMessage)) +
    withComma(numberMember('lastActiveAt', user.lastActiveAt)) +
    withComma(numberMember('deactivatedAt', user.deactivatedAt)) +
    `,"createdAt":${user.createdAt}` +
    withComma(numberMember('updatedAt', user.updatedAt)) +
    withComma(jsonMember('tags', withTags ? user.tags : null)) +
    `${extra.map(withComma).join('')}}`
  );
}

/** The JSON of a user inside a message, without metadata, to keep answers small. */
export function userEntityJson(user: User): string {
  return jsonObject(
    textMember('uid', user.uid),
    textMember('name', user.name),
    textMember('avatar', user.avatar),
    textMember('status', 'offline'),
    textMember('role', user.role),
    // The system user was never created.
    numberMember('createdAt', user.createdAt || null),
  );
}

/** A list of users in the order of their creation, with its SQL condition. */
export type UserList = { readonly condition: string; readonly positions: UserPositions };

// These indexes hold only the numbers, so a count reads no user.
const ACTIVE = 'users INDEXED BY users_active WHERE users.deactivated_at IS NULL';
const DEACTIVATED = 'users INDEXED BY users_deactivated WHERE users.deactivated_at IS NOT NULL';

/** The users of the app. */
export class UserStore extends EntityStore<User> {
  /** Users that are not deactivated. */
  readonly active: UserList;
  /** All users. */
  readonly everyone: UserList;
  protected override readonly table = USERS;
  protected override readonly jsonOf = userEntityJson;

  /** Reads and writes the given data file. */
  constructor(db: Database) {
    super(db, 'uid', 16_000);
    this.active = {
      condition: 'users.deactivated_at IS NULL',
      positions: new UserPositions(db, [ACTIVE]),
    };
    this.everyone = { condition: 'TRUE', positions: new UserPositions(db, [ACTIVE, DEACTIVATED]) };
  }

  /** A user by its lower-case uid, also a deactivated user or the system user. */
  override find(uid: string): User | undefined {
    return uid === SYSTEM_USER.uid ? SYSTEM_USER : super.find(uid);
  }

  /** A user by uid. Undefined if it is missing, deactivated or the system user. */
  findActive(uid: string): User | undefined {
    const user = this.find(uid);
    return user && user !== SYSTEM_USER && user.deactivatedAt === null ? user : undefined;
  }

  /** A deactivated user by uid. */
  findDeactivated(uid: string): User | undefined {
    const user = this.find(uid);
    return user && user.deactivatedAt !== null ? user : undefined;
  }

  /** Adds a user. Returns false, and adds none, if its uid is taken. */
  override insert(user: User): boolean {
    if (user.uid === SYSTEM_USER.uid) return false;
    // The insert checks the uid anyway; an extra check would search the same index twice.
    if (USERS.insert(this.db, user) === 0) return false;
    this.active.positions.added();
    this.everyone.positions.added();
    return true;
  }

  #moved(uid: string): void {
    const seq = this.db.value<number>('SELECT seq FROM users WHERE uid = ?', uid);
    if (seq === undefined) return;
    this.active.positions.changed(seq);
    this.everyone.positions.changed(seq);
  }

  /** Replaces everything about a user but its uid and createdAt. */
  override update(user: User): void {
    super.update(user);
    this.forget(user.uid);
    this.#moved(user.uid);
  }

  /** True if any user has the role, which is not the default role. */
  hasRole(role: string): boolean {
    return this.db.get("SELECT 1 FROM users WHERE role = ? AND role <> 'default'", role) !== undefined;
  }

  /** Gives all users of a role the default role. */
  resetRole(role: string): void {
    this.db.run("UPDATE users SET role = 'default' WHERE role = ? AND role <> 'default'", role);
    this.forget();
  }

  /** Removes a user with its memberships, tokens, friends and blocks. Its messages stay. */
  override remove(uid: string): void {
    this.#moved(uid);
    this.db.run(
      'DELETE FROM friends WHERE friend = ? AND uid IN (SELECT friend FROM friends WHERE uid = ?)',
      uid,
      uid,
    );
    this.db.run('DELETE FROM friends WHERE uid = ?', uid);
    this.db.run('DELETE FROM blocks WHERE uid = ? OR blocked = ?', uid, uid);
    this.db.run('DELETE FROM members WHERE uid = ?', uid);
    this.db.run('DELETE FROM auth_tokens WHERE uid = ?', uid);
    super.remove(uid);
    this.forget(uid);
  }
}
