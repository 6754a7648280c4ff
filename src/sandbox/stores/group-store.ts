import type { Database } from '../storage/database.ts';
import { Table } from '../storage/table.ts';
import { jsonMember, jsonObject, sameMembers, textMember } from '../wire/json-text.ts';
import { EntityStore } from './store.ts';

/** The kinds of groups. */
export const GROUP_TYPES = ['public', 'password', 'private'] as const;

/** A group as stored; `metadata` and `tags` are JSON text. */
export type Group = {
  readonly guid: string;
  readonly name: string;
  readonly type: (typeof GROUP_TYPES)[number];
  readonly password: string | null;
  readonly icon: string | null;
  readonly description: string | null;
  readonly owner: string;
  readonly metadata: string | null;
  readonly tags: string | null;
  readonly createdAt: number;
  readonly updatedAt: number | null;
  /** The uid of the user who changed the group last. */
  readonly updatedBy: string | null;
  /** 1 if an import gave createdAt, so that a member's joinedAt can be compared with it. */
  readonly hasHistory: number;
};

/** A group with the number of its members, as lists read it. */
export type CountedGroup = Group & { readonly membersCount: number };

const GROUPS = new Table<Group>(
  'groups',
  `guid, name, type, password, icon, description, owner, metadata, tags, createdAt, updatedAt,
    updatedBy, hasHistory`,
  'createdAt, hasHistory',
);

/** The columns of a CountedGroup, for statements that read one. */
export const GROUP_COLUMNS = `${GROUPS.columns}, groups.members_count AS membersCount`;

/** The JSON of a group in an answer. It never shows the password. `extra` adds members. */
export function groupJson(group: CountedGroup, withTags: boolean, ...extra: readonly string[]): string {
  return jsonObject(
    ...sameMembers(group, 'guid', 'name', 'description', 'icon', 'type', 'membersCount'),
    textMember('conversationId', `group_${group.guid}`),
    ...sameMembers(group, 'createdAt', 'owner', 'updatedAt', 'updatedBy'),
    jsonMember('metadata', group.metadata),
    jsonMember('tags', withTags ? group.tags : null),
    ...extra,
  );
}

/** The JSON of a group inside a message, without the member count, which would be outdated there. */
const groupEntityJson = (group: Group): string =>
  jsonObject(...sameMembers(group, 'guid', 'name', 'icon', 'type', 'owner'));

// Built once: the hash of a newly built text must be computed again to find its prepared statement.
const FIND = `SELECT ${GROUP_COLUMNS} FROM groups WHERE guid = ?`;

/** The groups of the app. */
export class GroupStore extends EntityStore<Group> {
  protected override readonly table = GROUPS;
  protected override readonly jsonOf = groupEntityJson;

  /** Reads and writes the given data file. */
  constructor(db: Database) {
    super(db, 'guid', 8000);
  }

  /** A group by its lower-case guid, with its member count. */
  override find(guid: string): CountedGroup | undefined {
    return this.db.get<CountedGroup>(FIND, guid);
  }

  /** Replaces everything about a group but its guid, createdAt and members. */
  override update(group: Group): void {
    super.update(group);
    this.forget(group.guid);
  }

  /** Removes a group with its members and bans. */
  override remove(guid: string): void {
    this.db.run('DELETE FROM members WHERE guid = ?', guid);
    super.remove(guid);
    this.forget(guid);
  }
}
