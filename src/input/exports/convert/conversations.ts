import { isShortUrl } from '../../entities/limits.ts';
import { KeySet } from '../../prepared/key-table.ts';
import type { AllPolicies } from '../export-policies.ts';
import type { Place, SourceConversation, SourceMember, SourceTopic } from '../neutral.ts';
import type { Fate, Tally } from '../tally.ts';
import { besideOwn } from './beside-own.ts';
import type { ExportTable } from './export-table.ts';
import { directGroupId, selfGroupId } from './ids.ts';
import { legalSeconds, type SourceMetadata, storedText, tagsCell } from './legal-cells.ts';
import { MemberLists } from './member-lists.ts';
import { namedAt, type People, shortName } from './people.ts';
import { readyColumns, readyIds } from './ready-ids.ts';
import { topicConversation } from './topics.ts';

export const GROUP_COLUMNS = [
  ...['guid', 'name', 'type', 'icon', 'description', 'owner', 'metadata', 'tags', 'createdAt'],
  ...readyColumns('groups'),
];
export const MEMBER_COLUMNS = ['guid', 'uid', 'scope', 'joinedAt', 'isBanned', ...readyColumns('members')];

const DESCRIPTION_CHARS_MAX = 255;
const DELETED = { dropped: 'deleted' } as const;

/** Where the messages of a conversation go. */
export type Receiver =
  /** `row` of a group with a name of its own, whose guid is its id: its row in the table, from 0. */
  | { readonly type: 'group'; readonly guid: string; readonly row?: number }
  | { readonly type: 'user'; readonly users: readonly [string, string] }
  | { readonly type: 'none'; readonly reason: string };

type Direct = {
  readonly conversation: SourceConversation;
  readonly place: Place;
  readonly members: Map<string, SourceMember>;
};

/** The conversations of an export: groups with their members, and those of two people, which need no row. */
export class Conversations {
  readonly #tables: { readonly groups: ExportTable; readonly members: ExportTable };
  readonly #people: People;
  readonly #metadata: SourceMetadata;
  readonly #policies: AllPolicies;
  readonly #tally: Tally;
  readonly #uidOf: (id: string) => string;
  readonly #receivers = new Map<string, Receiver>();
  readonly #direct = new Map<string, Direct>();
  /** The conversations that are no direct ones, with who may read them. */
  readonly #open = new Map<string, 'public' | 'private'>();
  readonly #joined = new KeySet();
  readonly #lists = new MemberLists();
  readonly #owner: string | undefined;
  /** The groups that get the declared owner. */
  readonly #ownerless = new Set<string>();
  /** By conversation: the groups that its topics are. */
  readonly #topicGroups = new Map<string, Set<string>>();
  readonly #topics = new KeySet();
  /** When the groups were created, in whole seconds. */
  readonly #createdAt = new Map<string, number>();

  constructor(
    tables: { readonly groups: ExportTable; readonly members: ExportTable },
    people: People,
    {
      metadata,
      policies,
      tally,
      uidOf,
      owner,
    }: {
      metadata: SourceMetadata;
      policies: AllPolicies;
      tally: Tally;
      uidOf: (id: string) => string;
      /** The id of the owner of groups that have none. */
      owner: string | undefined;
    },
  ) {
    this.#tables = tables;
    this.#people = people;
    this.#metadata = metadata;
    this.#policies = policies;
    this.#tally = tally;
    this.#uidOf = uidOf;
    this.#owner = owner;
  }

  /** How many groups have no owner of their own and get the declared one. */
  get givenOwner(): number {
    return this.#ownerless.size;
  }

  add(conversation: SourceConversation, place: Place): void {
    const { id, members = [] } = conversation;
    this.#tally.read('conversations');
    this.#lists.conversation(id, place);
    const group = this.#receivers.get(id);
    const before = this.#direct.get(id);
    if (group !== undefined || before) this.#tally.ended('conversations', { dropped: 'repeated' });
    if (conversation.isDeleted || group?.type === 'none') this.#delete(id, group, before);
    // A group was opened to more people than it began with: it is a conversation of its members alone no more.
    else if (conversation.type === 'direct' && group === undefined)
      this.#direct.set(id, { conversation, place, members: before?.members ?? new Map() });
    else this.#addGroup(conversation, place, before);
    for (const user of members) this.member({ conversation: id, user }, place);
  }

  #addGroup(conversation: SourceConversation, place: Place, before: Direct | undefined): void {
    const { id, type } = conversation;
    if (!this.#receivers.has(id)) this.#tally.ended('conversations', 'imported');
    this.#open.set(id, type === 'public' ? 'public' : 'private');
    this.#receivers.set(id, { type: 'group', guid: id, row: this.#tables.groups.rows });
    // Its guid is its id.
    this.#write(id, conversation, type === 'public' ? 'public' : 'private', place);
    this.#direct.delete(id);
    for (const member of before?.members.values() ?? []) this.#joinListed(member, before?.place ?? place);
  }

  /** Whatever another copy says of it: what was deleted is never published. */
  #delete(id: string, group: Receiver | undefined, before: Direct | undefined): void {
    const row = rowOf(group);
    if (group === undefined) this.#tally.ended('conversations', DELETED);
    if (row !== undefined) {
      this.#tally.moved('conversations', 'imported', DELETED);
      this.#tables.groups.leaveOut(row);
      this.#lists.delete(id);
    }
    this.#tally.ended('members', DELETED, before?.members.size ?? 0);
    this.#direct.delete(id);
    this.#receivers.set(id, { type: 'none', reason: DELETED.dropped });
  }

  topic({ conversation, id, name, createdAt }: SourceTopic, place: Place): void {
    if (!this.#topics.add([conversation, id])) {
      this.#tally.count('topics', { dropped: 'repeated' });
      return;
    }
    const type = this.#open.get(conversation);
    this.#tally.count('topics', type === undefined ? { dropped: 'unknownConversation' } : 'converted');
    if (type === undefined || this.#policies.topics !== 'group') return;
    const guid = topicConversation(conversation, id);
    this.#topicGroups.set(conversation, (this.#topicGroups.get(conversation) ?? new Set()).add(guid));
    this.#receivers.set(guid, { type: 'group', guid, row: this.#tables.groups.rows });
    const metadata = { topicOf: conversation };
    this.#write(guid, { id: guid, type, name, createdAt, metadata }, type, place);
  }

  member(member: SourceMember, place: Place): void {
    const { conversation, user } = member;
    this.#tally.read('members');
    const direct = this.#direct.get(conversation);
    if (direct) {
      if (direct.members.has(user)) this.#tally.ended('members', { dropped: 'repeated' });
      direct.members.set(user, member);
    } else if (this.#receivers.has(conversation)) this.#joinListed(member, place);
    else this.#tally.ended('members', { dropped: 'unknownConversation' });
  }

  #joinListed(member: SourceMember, place: Place): void {
    const { conversation, gone } = member;
    const isDeleted = this.#receivers.get(conversation)?.type === 'none';
    const fate =
      gone !== undefined ? { dropped: gone } : isDeleted ? DELETED : this.#join(conversation, member, place);
    this.#tally.ended('members', fate);
    if (gone === undefined && !isDeleted)
      for (const guid of this.#topicGroups.get(conversation) ?? []) this.#join(guid, member, place);
  }

  /**
   * Decides what becomes of the conversations that are their members alone, and who has left the others since an earlier
   * one of several exports.
   */
  finish(): void {
    for (const [id, direct] of this.#direct) {
      const receiver = namedAt(direct.place, () => this.#receiverOf(direct));
      this.#receivers.set(id, receiver);
      this.#tally.ended(
        'conversations',
        receiver.type === 'none' ? { dropped: receiver.reason } : 'converted',
      );
    }
    this.#direct.clear();
    for (const { row, reason } of this.#lists.left())
      if (this.#tables.members.leaveOut(row)) this.#tally.moved('members', 'imported', { dropped: reason });
  }

  /** Where the messages of a conversation go; undefined if it is not in the export. */
  receiverOf(id: string): Receiver | undefined {
    return this.#receivers.get(id);
  }

  #receiverOf({ conversation, place, members }: Direct): Receiver {
    const users = [...members.keys()];
    const [first, second, third] = users;
    const drop = (reason: string): Receiver => {
      if (users.length > 0) this.#tally.ended('members', { dropped: reason }, users.length);
      return { type: 'none', reason };
    };
    if (first === undefined) return drop('withoutMembers');
    // With fewer people, it would become the conversation of those who are left.
    if (users.some((user) => this.#people.isSkipped(user))) return drop('bot');
    if (second === undefined && this.#policies.self === 'drop') return drop('self');
    if (second !== undefined && third === undefined) {
      const [one, other] = [this.#people.author(first), this.#people.author(second)];
      if ('dropped' in one) return drop(one.dropped);
      if ('dropped' in other) return drop(other.dropped);
      // One user stands for both, so nobody can tell who wrote what.
      if (one.id === other.id) return drop('unknownUser');
      this.#tally.ended('members', 'converted', users.length);
      return { type: 'user', users: [one.id, other.id] };
    }
    const guid =
      second === undefined
        ? selfGroupId(first, (own) => rowOf(this.#receivers.get(own)) !== undefined)
        : directGroupId(users.map((user) => this.#uidOf(user)));
    const names = users.map((user) => this.#people.nameOf(user));
    const name = conversation.name || (second === undefined ? `Notes of ${names[0]}` : names.join(', '));
    this.#write(guid, { ...conversation, name }, 'private', place);
    for (const [user, member] of members)
      this.#tally.ended(
        'members',
        member.gone === undefined ? this.#join(guid, { ...member, user }, place) : { dropped: member.gone },
      );
    return { type: 'group', guid };
  }

  #join(guid: string, { user, scope, joinedAt, isBanned }: SourceMember, place: Place): Fate {
    const author = this.#people.author(user);
    if ('dropped' in author) return author;
    const isNew = this.#joined.add([guid, author.id]);
    this.#lists.member(this.#tables.members.rows, guid, place);
    const cells = [guid, author.id, scope, this.#joinedAfter(guid, joinedAt), isBanned ? 'true' : undefined];
    this.#tables.members.add([...cells, ...readyIds(guid, author.id)], place, `${guid}\n${author.id}`);
    return isNew ? 'imported' : { dropped: 'repeated' };
  }

  /** Whoever created a group joined it in the same moment; the service takes only members who joined after that. */
  #joinedAfter(guid: string, joinedAt: number | undefined): string | undefined {
    const [joined, created = 0] = [legalSeconds(joinedAt), this.#createdAt.get(guid)];
    return joined === undefined || Number(joined) > created ? joined : String(created + 1);
  }

  #write(guid: string, conversation: SourceConversation, type: 'public' | 'private', place: Place): void {
    const { id, icon, owner, tags = [], isArchived } = conversation;
    const name = storedText(conversation.name?.trim() || id);
    const description = storedText(conversation.description ?? '');
    const isOwned = owner !== undefined && this.#people.isKnown(owner) && !this.#people.isSkipped(owner);
    // What several people wrote to each other is nobody else's.
    const given = conversation.type === 'direct' ? undefined : this.#owner;
    const owned = isOwned ? owner : given;
    if (!isOwned && given !== undefined) this.#ownerless.add(guid);
    else this.#ownerless.delete(guid);
    const hasIcon = icon !== undefined && isShortUrl(icon);
    const isLong = Array.from(description).length > DESCRIPTION_CHARS_MAX;
    const metadata = this.#metadata.cell(id, {
      ...(shortName(name) === name ? {} : { name }),
      ...(isLong ? { description } : {}),
      ...(icon && !hasIcon ? { icon } : {}),
      ...(owner !== undefined && !isOwned ? { owner } : {}),
      ...(isArchived ? { archived: true } : {}),
      ...besideOwn(conversation.metadata),
    });
    const createdAt = legalSeconds(conversation.createdAt);
    if (createdAt !== undefined) this.#createdAt.set(guid, Number(createdAt));
    this.#tables.groups.add(
      [
        ...[guid, shortName(name), type, hasIcon ? icon : undefined],
        ...[(isLong ? undefined : description) || undefined, owned, metadata],
        ...[tagsCell([...tags, ...(isArchived ? ['archived'] : [])]), createdAt],
        ...readyIds(guid, owned),
      ],
      place,
      guid,
    );
  }
}

const rowOf = (receiver: Receiver | undefined): number | undefined =>
  receiver?.type === 'group' ? receiver.row : undefined;
