import { Table } from '../storage/table.ts';
import { Store } from './store.ts';

/** The scopes of a member, highest first. */
export const SCOPES = ['admin', 'moderator', 'participant'] as const;

/** Rights of a member in a group. */
export type Scope = (typeof SCOPES)[number];

/** A membership as stored. A banned user has one too, but counts nowhere. */
export type Member = {
  readonly guid: string;
  readonly uid: string;
  readonly scope: Scope;
  readonly joinedAt: number;
  readonly isBanned: number;
};

const MEMBERS = new Table<Member>('members', 'guid, uid, scope, joinedAt, isBanned');
const FIND = `SELECT ${MEMBERS.columns} FROM members WHERE guid = ? AND uid = ?`;

/** The memberships of the app. The data file itself maintains the member count of each group. */
export class MemberStore extends Store {
  /** A membership or a ban. */
  find(guid: string, uid: string): Member | undefined {
    return this.db.get<Member>(FIND, guid, uid);
  }

  /** A membership, but not a ban. */
  findMember(guid: string, uid: string): Member | undefined {
    const member = this.find(guid, uid);
    return member?.isBanned === 0 ? member : undefined;
  }

  /** The number of groups that a user is in. */
  countGroups(uid: string): number {
    return this.db.count('members WHERE uid = ? AND is_banned = 0', uid);
  }

  /** Adds a membership that does not exist yet. */
  insert(member: Member): void {
    MEMBERS.insert(this.db, member);
  }

  /** Gives a member another scope. */
  setScope(guid: string, uid: string, scope: Scope): void {
    this.db.run('UPDATE members SET scope = ? WHERE guid = ? AND uid = ?', scope, guid, uid);
  }

  /** Removes a membership or a ban. */
  remove(guid: string, uid: string): void {
    this.db.run('DELETE FROM members WHERE guid = ? AND uid = ?', guid, uid);
  }

  /** Bans a user from a group, member or not. */
  ban(guid: string, uid: string, now: number): void {
    this.db.run(
      `INSERT INTO members (guid, uid, scope, joined_at, is_banned) VALUES (?, ?, 'participant', ?, 1)
       ON CONFLICT DO UPDATE SET is_banned = 1`,
      guid,
      uid,
      now,
    );
  }
}
