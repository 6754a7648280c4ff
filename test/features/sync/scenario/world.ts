import type { CoreName } from '../../../../src/input/entities/entity.ts';
import { Seeded } from './seeded.ts';

/** A row of an export: cells as a legacy system would write them, absent if empty. */
export type Cells = Readonly<Record<string, string | undefined>>;
type Rows = Map<string, Cells>;

const BEGIN = 1_700_000_000;
const DAY = 86_400;

/** A chat system in use: users come, write, correct themselves and leave. */
export class World {
  readonly rows: Readonly<Record<CoreName, Rows>> = {
    users: new Map(),
    groups: new Map(),
    members: new Map(),
    messages: new Map(),
  };
  readonly #random: Seeded;
  #counter = 0;
  /** Memberships added today. The service would add a new owner as an admin itself, with its own time. */
  readonly #addedToday = new Set<string>();
  #day = 0;
  #kind: 'revocable' | 'double' | undefined;

  constructor(seed: number) {
    this.#random = new Seeded(seed);
    for (let count = 0; count < 30; count++) this.#addUser();
    for (let count = 0; count < 6; count++) this.#addGroup();
    for (let count = 0; count < 40; count++) this.#addMember();
    for (let count = 0; count < 250; count++) this.#addMessage();
  }

  /**
   * Changes the rows by one day.
   * @param day `revocable`: the service can revert every change of it: no new owners, because the service would keep the old
   * one as a member, and no reactivated users, because memberships of a deactivated user cannot be changed.
   * `double`: the changes of the day before were not synced
   */
  advance(day?: 'revocable' | 'double'): void {
    const random = this.#random;
    this.#kind = day;
    this.#day++;
    if (day !== 'double') this.#addedToday.clear();
    const times = (from: number, to: number, act: () => void): void => {
      for (let count = random.whole(from, to); count > 0; count--) act();
    };
    times(0, 3, () => this.#addUser());
    times(0, 1, () => this.#addGroup());
    times(1, 5, () => this.#addMember());
    times(5, 60, () => this.#addMessage());
    times(0, 5, () => this.#editUser());
    times(0, 2, () => this.#editGroup());
    times(0, 4, () => this.#editMember());
    times(0, 12, () => this.#editMessage());
    times(0, 6, () => this.#drop('messages', this.#any('messages')));
    times(0, 2, () => this.#drop('members', this.#any('members')));
    if (random.chance(0.3)) this.#dropUser(this.#any('users'));
    if (random.chance(0.15) && this.rows.groups.size > 4) this.#dropGroup(this.#any('groups'));
  }

  #any(entity: CoreName): string {
    return this.#random.pick([...this.rows[entity].keys()]);
  }

  #text(): string {
    const word = this.#random.pick([
      'Hello',
      'Grüße, "you"',
      'one\ntwo',
      '👩‍👩‍👧 ok',
      'a;b,c',
      '=1+1',
      'Ça va ?',
    ]);
    return `${word} ${this.#counter++}`;
  }

  #maybe(value: () => string, share = 0.4): string | undefined {
    return this.#random.chance(share) ? value() : undefined;
  }

  readonly #metadata = (): string =>
    JSON.stringify({ team: this.#text(), level: { n: this.#random.whole(1, 9) } });
  readonly #url = (): string => `https://files.example.com/${this.#counter++}.png`;
  readonly #tags = (): string => `a${this.#random.whole(1, 5)}|b${this.#counter++}`;

  #addUser(): void {
    const uid = `u-${this.#counter++}`;
    this.rows.users.set(uid, {
      uid,
      name: this.#text().replace('\n', ' '),
      avatar: this.#maybe(this.#url),
      link: this.#maybe(this.#url),
      metadata: this.#maybe(this.#metadata),
      tags: this.#maybe(this.#tags),
      createdAt: String(BEGIN),
      lastActiveAt: String(BEGIN + this.#day * DAY),
    });
  }

  #addGroup(): void {
    const guid = `g-${this.#counter++}`;
    this.rows.groups.set(guid, {
      guid,
      name: this.#text().replace('\n', ' '),
      type: this.#random.pick(['public', 'private']),
      icon: this.#maybe(this.#url),
      owner: this.#any('users'),
      metadata: this.#maybe(this.#metadata),
      tags: this.#maybe(this.#tags),
      createdAt: String(BEGIN),
    });
  }

  #addMember(): void {
    const [guid, uid] = [this.#any('groups'), this.#any('users')];
    const key = `${guid} ${uid}`;
    if (this.rows.members.has(key)) return;
    const scope = this.#random.pick(['admin', 'moderator', 'participant']);
    this.#addedToday.add(key);
    this.rows.members.set(key, { guid, uid, scope, joinedAt: String(BEGIN + 100) });
  }

  #addMessage(): void {
    const muid = `m-${this.#counter++}`;
    const sender = this.#any('users');
    const isGroup = this.#random.chance(0.7);
    const receiver = isGroup ? this.#any('groups') : this.#any('users');
    if (receiver === sender) return;
    // Some arrive late: from a phone that was off, written days ago.
    const day = this.#random.chance(0.2) ? this.#random.whole(0, this.#day) : this.#day;
    const isReply = this.rows.messages.size > 0 && this.#random.chance(0.1);
    this.rows.messages.set(muid, {
      muid,
      sender,
      receiver,
      receiverType: isGroup ? 'group' : 'user',
      sentAt: String(BEGIN + 1_000 + day * DAY + this.#random.whole(0, DAY - 1)),
      text: this.#text(),
      metadata: this.#maybe(this.#metadata, 0.2),
      tags: this.#maybe(this.#tags, 0.2),
      parentMuid: isReply ? this.#any('messages') : undefined,
    });
  }

  #edit(entity: CoreName, changes: Readonly<Record<string, () => string | undefined>>): void {
    const key = this.#any(entity);
    if (entity === 'members' && this.#isFixed(this.rows.members.get(key) as Cells)) return;
    const field = this.#random.pick(Object.keys(changes));
    const row = this.rows[entity].get(key) as Cells;
    if (field === 'deactivatedAt' && (row[field] ? this.#kind === 'revocable' : this.#kind === 'double'))
      return;
    this.rows[entity].set(key, { ...row, [field]: changes[field]?.() });
  }

  #editUser(): void {
    this.#edit('users', {
      name: () => this.#text().replace('\n', ' '),
      avatar: () => this.#maybe(this.#url, 0.6),
      link: () => this.#maybe(this.#url, 0.6),
      metadata: () => this.#maybe(this.#metadata, 0.6),
      tags: () => this.#maybe(this.#tags, 0.6),
      lastActiveAt: () => String(BEGIN + this.#day * DAY),
      deactivatedAt: () => this.#maybe(() => String(BEGIN + this.#day * DAY), 0.5),
    });
  }

  #editGroup(): void {
    this.#edit('groups', {
      name: () => this.#text().replace('\n', ' '),
      icon: () => this.#maybe(this.#url, 0.6),
      type: () => this.#random.pick(['public', 'private']),
      metadata: () => this.#maybe(this.#metadata, 0.6),
      tags: () => this.#maybe(this.#tags, 0.6),
    });
    for (const [guid, row] of this.rows.groups)
      if (this.#random.chance(0.1) && this.#kind !== 'revocable')
        this.rows.groups.set(guid, { ...row, owner: this.#newOwner(guid) ?? row['owner'] });
  }

  /** The service makes an owner an admin of the group: only an admin becomes the new owner. */
  #newOwner(guid: string, except?: string): string | undefined {
    const admins = [...this.rows.members.values()].filter(
      (row) =>
        row['guid'] === guid &&
        row['scope'] === 'admin' &&
        !row['isBanned'] &&
        !this.#addedToday.has(`${guid} ${row['uid']}`) &&
        row['uid'] !== except &&
        !this.rows.users.get(row['uid'] as string)?.['deactivatedAt'],
    );
    return admins.length > 0 ? this.#random.pick(admins)['uid'] : undefined;
  }

  /** The service does not find deactivated members. */
  #isFixed(member: Cells): boolean {
    return this.#isOwner(member) || Boolean(this.rows.users.get(member['uid'] ?? '')?.['deactivatedAt']);
  }

  #isOwner({ guid = '', uid }: Cells): boolean {
    return this.rows.groups.get(guid)?.['owner'] === uid;
  }

  #editMember(): void {
    this.#edit('members', {
      scope: () => this.#random.pick(['admin', 'moderator', 'participant']),
      isBanned: () => this.#maybe(() => 'true', 0.5),
    });
  }

  #editMessage(): void {
    this.#edit('messages', {
      text: () => this.#text(),
      metadata: () => this.#maybe(this.#metadata, 0.6),
      tags: () => this.#maybe(this.#tags, 0.6),
    });
  }

  #drop(entity: CoreName, key: string): void {
    if (entity === 'members' && this.#isOwner(this.rows.members.get(key) as Cells)) return;
    if (this.rows[entity].size > 10) this.rows[entity].delete(key);
  }

  #dropUser(uid: string): void {
    if (this.rows.users.size < 15) return;
    if (this.#kind === 'revocable' && [...this.rows.groups.values()].some((row) => row['owner'] === uid))
      return;
    this.rows.users.delete(uid);
    for (const [key, row] of this.rows.groups) {
      if (row['owner'] !== uid) continue;
      const owner = this.#newOwner(key, uid);
      if (owner) this.rows.groups.set(key, { ...row, owner });
      else this.#dropGroup(key);
    }
    for (const [key, row] of this.rows.members) if (row['uid'] === uid) this.rows.members.delete(key);
    for (const [key, row] of this.rows.messages)
      if (row['sender'] === uid || row['receiver'] === uid) this.rows.messages.delete(key);
  }

  #dropGroup(guid: string): void {
    this.rows.groups.delete(guid);
    for (const [key, row] of this.rows.members) if (row['guid'] === guid) this.rows.members.delete(key);
    for (const [key, row] of this.rows.messages) if (row['receiver'] === guid) this.rows.messages.delete(key);
  }
}
