import { KeySet } from '../../keys/key-table.ts';
import type { AllPolicies, ExportPolicies } from '../export-rules.ts';
import type {
  RecordPlace,
  SourceConversation,
  SourceMember,
  SourceMessage,
  SourceTopic,
} from '../neutral.ts';
import type { ExportTally } from '../tally.ts';
import { DirectKinds, type Receiver, rowOf } from './direct-kinds.ts';
import type { ExportTable } from './export-table.ts';
import type { SourceCopies } from './file-addresses.ts';
import { GroupRows } from './group-rows.ts';
import type { SourceMetadata } from './legal-cells.ts';
import {
  byAge,
  type Direct,
  isLone,
  LoneConversations,
  notesOfPairs,
  notesOfShared,
} from './lone-conversations.ts';
import { ListedMembers } from './member-lists.ts';
import { MemberRows, notesOfEmpty } from './member-rows.ts';
import { namedAt, type People } from './people.ts';

const DELETED = { dropped: 'deleted' } as const;

/** Parts needed to make the rows of conversations. */
type ConversationDeps = {
  readonly tables: { readonly groups: ExportTable; readonly members: ExportTable };
  readonly people: People;
  readonly metadata: SourceMetadata;
  readonly policies: AllPolicies;
  readonly tally: ExportTally;
  /** The id of the owner of groups that have none. */
  readonly owner: string | undefined;
  /** Absent if addresses of icons stay as they are. */
  readonly copies: SourceCopies | undefined;
  uidOf(id: string): string;
};

/** The conversations of an export: groups with their members, and those of two people, which need no row. */
export class Conversations {
  readonly #deps: ConversationDeps;
  readonly #groups: GroupRows;
  readonly #members: MemberRows;
  readonly #receivers = new Map<string, Receiver>();
  readonly #direct = new Map<string, Direct>();
  readonly #lone = new LoneConversations();
  readonly #kinds: DirectKinds;
  /** The conversations that are no direct ones, with who may read them. */
  readonly #open = new Map<string, 'public' | 'private'>();
  readonly #lists = new ListedMembers();
  /** By conversation: the groups that its topics are. */
  readonly #topicGroups = new Map<string, Set<string>>();
  readonly #topics = new KeySet();

  constructor(deps: ConversationDeps) {
    const { groups: table, members } = deps.tables;
    this.#deps = deps;
    this.#groups = new GroupRows({ ...deps, table });
    this.#members = new MemberRows({ ...deps, table: members, groups: this.#groups, lists: this.#lists });
    this.#kinds = new DirectKinds({
      ...deps,
      table,
      groups: this.#groups,
      members: this.#members,
      isGroup: (id) => rowOf(this.#receivers.get(id)) !== undefined,
    });
  }

  /** The number of groups that have no owner of their own and get the declared one. */
  get givenOwner(): number {
    return this.#groups.givenOwner;
  }

  add(conversation: SourceConversation, place: RecordPlace): void {
    const { id, members = [] } = conversation;
    this.#deps.tally.read('conversations');
    this.#lists.conversation(id, place);
    const group = this.#receivers.get(id);
    const before = this.#direct.get(id);
    if (group !== undefined || before) this.#deps.tally.ended('conversations', { dropped: 'repeated' });
    if (conversation.isDeleted || group?.type === 'none') this.#delete(id, group, before);
    // A group was opened to more people than it began with: it is a conversation of its members alone no more.
    else if (conversation.type === 'direct' && group === undefined)
      this.#direct.set(id, { conversation, place, members: before?.members ?? new Map() });
    else this.#addGroup(conversation, place, before);
    for (const user of members) this.member({ conversation: id, user }, place);
  }

  #addGroup(conversation: SourceConversation, place: RecordPlace, before: Direct | undefined): void {
    const { id, type } = conversation;
    if (!this.#receivers.has(id)) this.#deps.tally.ended('conversations', 'imported');
    this.#open.set(id, type === 'public' ? 'public' : 'private');
    this.#receivers.set(id, { type: 'group', guid: id, row: this.#deps.tables.groups.rows });
    // Its guid is its id.
    this.#groups.add(id, conversation, type === 'public' ? 'public' : 'private', place);
    this.#direct.delete(id);
    for (const member of before?.members.values() ?? []) this.#joinListed(member, before?.place ?? place);
  }

  /** Whatever another copy says of it: what was deleted is never published. */
  #delete(id: string, group: Receiver | undefined, before: Direct | undefined): void {
    const row = rowOf(group);
    if (group === undefined) this.#deps.tally.ended('conversations', DELETED);
    if (row !== undefined) {
      this.#deps.tally.moved('conversations', 'imported', DELETED);
      this.#deps.tables.groups.leaveOut(row);
      this.#lists.delete(id);
    }
    this.#deps.tally.ended('members', DELETED, before?.members.size ?? 0);
    this.#direct.delete(id);
    this.#receivers.set(id, { type: 'none', reason: DELETED.dropped });
  }

  topic({ conversation, id, name, createdAt }: SourceTopic, place: RecordPlace): void {
    if (!this.#topics.add([conversation, id])) {
      this.#deps.tally.count('topics', { dropped: 'repeated' });
      return;
    }
    const type = this.#open.get(conversation);
    this.#deps.tally.count('topics', type === undefined ? { dropped: 'unknownConversation' } : 'converted');
    if (type === undefined || this.#deps.policies.topics !== 'group') return;
    const guid = topicConversation(conversation, id);
    this.#topicGroups.set(conversation, (this.#topicGroups.get(conversation) ?? new Set()).add(guid));
    this.#receivers.set(guid, { type: 'group', guid, row: this.#deps.tables.groups.rows });
    const metadata = { topicOf: conversation };
    this.#groups.add(guid, { id: guid, type, name, createdAt, metadata }, type, place);
  }

  member(member: SourceMember, place: RecordPlace): void {
    const { conversation, user } = member;
    this.#deps.tally.read('members');
    const direct = this.#direct.get(conversation);
    if (direct) {
      if (direct.members.has(user)) this.#deps.tally.ended('members', { dropped: 'repeated' });
      direct.members.set(user, member);
    } else if (this.#receivers.has(conversation)) this.#joinListed(member, place);
    else this.#deps.tally.ended('members', { dropped: 'unknownConversation' });
  }

  #joinListed(member: SourceMember, place: RecordPlace): void {
    const { conversation, gone } = member;
    const isDeleted = this.#receivers.get(conversation)?.type === 'none';
    const fate =
      gone !== undefined
        ? { dropped: gone }
        : isDeleted
          ? DELETED
          : this.#members.join(conversation, member, place);
    this.#deps.tally.ended('members', fate);
    if (gone === undefined && !isDeleted)
      for (const guid of this.#topicGroups.get(conversation) ?? []) this.#members.join(guid, member, place);
  }

  /**
   * Decides what becomes of the conversations that are their members alone, but for those whose messages say more, and who
   * has left the others since an earlier one of several exports.
   */
  finish(): void {
    // Of those of the same two people the oldest is theirs, in every later export too.
    const oneOfSeveral: (readonly [string, Direct])[] = [];
    for (const [id, direct] of this.#direct)
      if (isLone(direct)) this.#lone.add(id, direct, this.#ownerOf(direct));
      else if (mayBeOneOfSeveral(direct)) oneOfSeveral.push([id, direct]);
      else this.#settle(id, direct, () => this.#kinds.of(direct));
    for (const [id, direct] of oneOfSeveral.sort(byAge))
      this.#settle(id, direct, () => this.#kinds.of(direct));
    this.#direct.clear();
    for (const { row, reason } of this.#lists.left())
      if (this.#deps.tables.members.leaveOut(row))
        this.#deps.tally.moved('members', 'imported', { dropped: reason });
  }

  /** True if it takes all messages to know what becomes of a conversation. */
  isUndecided(id: string): boolean {
    return this.#lone.has(id);
  }

  /** Notes who writes in a conversation that is undecided. */
  hear(message: SourceMessage): void {
    const { sender = '', senderIsBot = false } = message;
    this.#lone.hear(message, senderIsBot || this.#deps.people.isBot(sender));
  }

  /**
   * Decides the rest, when all messages have been seen.
   * @returns sentences about conversations whose lists lack people
   */
  decide(): readonly string[] {
    const { pairs, shared, notes, more } = this.#lone.take();
    for (const [id, pair] of pairs) this.#settle(id, pair, () => this.#kinds.ofPair(id, pair));
    for (const [id, lone] of shared) this.#settle(id, lone, () => this.#kinds.ofShared(id, lone));
    for (const [id, lone] of more) this.#settle(id, lone, () => this.#kinds.ofNotes(lone, id));
    // Last: the id that is made for them must be that of no group of its own.
    for (const [id, lone] of notes) this.#settle(id, lone, () => this.#kinds.ofNotes(lone));
    const of = (some: readonly (readonly [string, unknown])[], type: Receiver['type']): number =>
      some.filter(([id]) => this.#receivers.get(id)?.type === type).length;
    return [
      ...notesOfPairs(of(pairs, 'group')),
      ...notesOfShared(of(shared, 'user'), of(shared, 'group')),
      ...this.#notesOfEmpty(),
    ];
  }

  /** A sentence about the groups that nobody is a member of. */
  #notesOfEmpty(): readonly string[] {
    const empty = [...this.#receivers].filter(
      ([, receiver]) => receiver.type === 'group' && !this.#members.hasReader(receiver.guid),
    );
    return notesOfEmpty(empty.map(([id]) => ({ id, isPublic: this.#open.get(id) === 'public' })));
  }

  #ownerOf({ conversation: { owner } }: Direct): string | undefined {
    return owner !== undefined && this.#deps.people.isKnown(owner) && !this.#deps.people.isBot(owner)
      ? owner
      : undefined;
  }

  #settle(id: string, { place }: Direct, receiverOf: () => Receiver): void {
    const receiver = namedAt(place, receiverOf);
    this.#receivers.set(id, receiver);
    const fate = receiver.type === 'none' ? { dropped: receiver.reason } : 'converted';
    this.#deps.tally.ended('conversations', fate);
  }

  /** The receiver of the messages of a conversation; undefined if it is not in the export. */
  receiverOf(id: string): Receiver | undefined {
    return this.#receivers.get(id);
  }
}

const mayBeOneOfSeveral = ({ conversation, members }: Direct): boolean =>
  members.size === 2 && (conversation.mayBeOneOfSeveral === true || Boolean(conversation.name));

/** The id of the conversation that a topic becomes where each is a group. */
const topicConversation = (conversation: string, topic: string): string => `${conversation}/topic-${topic}`;

/**
 * A message as the policy for topics says. As a tag, its topic stands beside it; as a group, it is of another conversation;
 * as a thread, it answers the message that opened the topic, which then is a message with the name of that.
 */
export function withTopic(message: SourceMessage, policy: ExportPolicies['topics']): SourceMessage {
  const { topic, conversation, parent, tags = [] } = message;
  if (!topic) return message;
  const { id, name } = topic;
  switch (policy) {
    case 'tag':
      return { ...message, tags: [...tags, `topic:${name}`] };
    case 'group':
      return { ...message, conversation: topicConversation(conversation, id) };
    case 'thread':
      if (topic.isFirst) return { ...message, system: undefined, text: name, pieces: undefined };
      return { ...message, parent: parent ?? id };
  }
}
