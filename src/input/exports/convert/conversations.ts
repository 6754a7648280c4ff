import { isShortUrl } from '../../entities/limits.ts';
import { KeySet } from '../../prepared/key-table.ts';
import type { AllPolicies } from '../export-policies.ts';
import type { Place, SourceConversation, SourceMember } from '../neutral.ts';
import type { Fate, Tally } from '../tally.ts';
import type { ExportTable } from './export-table.ts';
import { directGroupId, selfGroupId } from './ids.ts';
import { legalSeconds, type SourceMetadata, storedText, tagsCell } from './legal-cells.ts';
import { type People, shortName } from './people.ts';
import { readyColumns, readyIds } from './ready-ids.ts';

export const GROUP_COLUMNS = [
  ...['guid', 'name', 'type', 'icon', 'description', 'owner', 'metadata', 'tags', 'createdAt'],
  ...readyColumns('groups'),
];
export const MEMBER_COLUMNS = ['guid', 'uid', 'scope', 'joinedAt', 'isBanned', ...readyColumns('members')];

const DESCRIPTION_CHARS_MAX = 255;

/** Where the messages of a conversation go. */
export type Receiver =
  | { readonly type: 'group'; readonly guid: string; readonly isNamed?: true }
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
  /** A named group has its id as its guid. */
  readonly #receivers = new Map<string, Receiver>();
  readonly #direct = new Map<string, Direct>();
  readonly #joined = new KeySet();
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
    }: { metadata: SourceMetadata; policies: AllPolicies; tally: Tally; uidOf: (id: string) => string },
  ) {
    this.#tables = tables;
    this.#people = people;
    this.#metadata = metadata;
    this.#policies = policies;
    this.#tally = tally;
    this.#uidOf = uidOf;
  }

  add(conversation: SourceConversation, place: Place): void {
    const { id, type, members = [] } = conversation;
    this.#tally.read('conversations');
    if (type === 'direct') {
      if (this.#direct.has(id)) this.#tally.ended('conversations', { dropped: 'repeated' });
      const before = this.#direct.get(id)?.members ?? new Map<string, SourceMember>();
      this.#direct.set(id, { conversation, place, members: before });
    } else {
      if (this.#receivers.has(id)) this.#tally.ended('conversations', { dropped: 'repeated' });
      else this.#tally.ended('conversations', 'imported');
      this.#receivers.set(id, { type: 'group', guid: id, isNamed: true });
      this.#write(id, conversation, type, place);
    }
    for (const user of members) this.member({ conversation: id, user }, place);
  }

  member(member: SourceMember, place: Place): void {
    const { conversation, user } = member;
    this.#tally.read('members');
    const direct = this.#direct.get(conversation);
    if (direct) {
      if (direct.members.has(user)) this.#tally.ended('members', { dropped: 'repeated' });
      direct.members.set(user, member);
    } else if (this.#receivers.has(conversation))
      this.#tally.ended('members', this.#join(conversation, member, place));
    else this.#tally.ended('members', { dropped: 'unknownConversation' });
  }

  /** Decides what becomes of the conversations that are their members alone. */
  finish(): void {
    for (const [id, direct] of this.#direct) {
      const receiver = this.#receiverOf(direct);
      this.#receivers.set(id, receiver);
      this.#tally.ended(
        'conversations',
        receiver.type === 'none' ? { dropped: receiver.reason } : 'converted',
      );
    }
    this.#direct.clear();
  }

  /** Where the messages of a conversation go; undefined if it is not in the export. */
  receiverOf(id: string): Receiver | undefined {
    return this.#receivers.get(id);
  }

  #receiverOf({ conversation, place, members }: Direct): Receiver {
    const users = [...members.keys()];
    const [first, second, third] = users;
    const drop = (reason: string): Receiver => {
      this.#tally.ended('members', { dropped: reason }, users.length);
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
        ? selfGroupId(first, (own) => this.#isNamed(own))
        : directGroupId(users.map((user) => this.#uidOf(user)));
    const names = users.map((user) => this.#people.nameOf(user));
    const name = conversation.name || (second === undefined ? `Notes of ${names[0]}` : names.join(', '));
    this.#write(guid, { ...conversation, name }, 'private', place);
    for (const [user, member] of members)
      this.#tally.ended('members', this.#join(guid, { ...member, user }, place));
    return { type: 'group', guid };
  }

  #isNamed(id: string): boolean {
    const found = this.#receivers.get(id);
    return found?.type === 'group' && found.isNamed === true;
  }

  #join(guid: string, { user, scope, joinedAt, isBanned }: SourceMember, place: Place): Fate {
    const author = this.#people.author(user);
    if ('dropped' in author) return author;
    const isNew = this.#joined.add([guid, author.id]);
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
    const hasIcon = icon !== undefined && isShortUrl(icon);
    const isLong = Array.from(description).length > DESCRIPTION_CHARS_MAX;
    const metadata = this.#metadata.cell(id, {
      ...(shortName(name) === name ? {} : { name }),
      ...(isLong ? { description } : {}),
      ...(icon && !hasIcon ? { icon } : {}),
      ...(owner !== undefined && !isOwned ? { owner } : {}),
      ...(isArchived ? { archived: true } : {}),
      ...conversation.metadata,
    });
    const createdAt = legalSeconds(conversation.createdAt);
    if (createdAt !== undefined) this.#createdAt.set(guid, Number(createdAt));
    this.#tables.groups.add(
      [
        ...[guid, shortName(name), type, hasIcon ? icon : undefined],
        ...[(isLong ? undefined : description) || undefined, isOwned ? owner : undefined, metadata],
        ...[tagsCell([...tags, ...(isArchived ? ['archived'] : [])]), createdAt],
        ...readyIds(guid, isOwned ? owner : undefined),
      ],
      place,
      guid,
    );
  }
}
