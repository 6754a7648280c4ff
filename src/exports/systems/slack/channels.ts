import type { PeopleSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { list, textValue } from '../../files/values.ts';
import type { RecordPlace } from '../../neutral.ts';
import type { ConversationList } from './lists.ts';
import { conversationOf, without } from './people.ts';

/**
 * Hands on conversations and their members. Slack's exports name the members of each; its API names of a direct message
 * the other one, and members of the others apart.
 */
export class Channels {
  readonly #sink: PeopleSink;
  readonly #owners = new Map<string, string>();
  readonly #ids = new Set<string>();
  readonly #withMembers = new Set<string>();
  /** Members who stand before their conversation, whose owner is not known yet. */
  readonly #early = new Map<string, (readonly [user: string, place: RecordPlace])[]>();
  /** Of direct messages, the other one. */
  readonly #partners = new Map<string, { readonly partner: string; readonly place: RecordPlace }>();
  #self: string | undefined;

  constructor(sink: PeopleSink) {
    this.#sink = sink;
  }

  /** The answer to whose login it was: one of the two in each direct message. */
  workspace(row: ExportObject): void {
    this.#self = textValue(row['user_id']) ?? this.#self;
  }

  add(row: ExportObject, place: RecordPlace, name: ConversationList = 'channels'): void {
    const id = textValue(row['id']);
    if (id === undefined) {
      this.#sink.unreadable('conversations', without('id', row), place);
      return;
    }
    const [owner, partner] = [
      textValue(row['creator']),
      row['is_im'] === true ? textValue(row['user']) : undefined,
    ];
    this.#ids.add(id);
    if (owner !== undefined) this.#owners.set(id, owner);
    if (partner !== undefined) this.#partners.set(id, { partner, place });
    this.#sink.conversation({ ...conversationOf(row, name), id, owner }, place);
    this.#release(id);
    for (const member of list(row['members'])) this.memberOf(row, member, place);
  }

  /** Hands on a member that the row of a conversation names. */
  memberOf(row: ExportObject, member: unknown, place: RecordPlace): void {
    const [id, user] = [textValue(row['id']), textValue(member)];
    if (id !== undefined && user !== undefined) this.member(id, user, place);
  }

  member(conversation: string, user: string, place: RecordPlace): void {
    this.#withMembers.add(conversation);
    if (this.#ids.has(conversation)) {
      this.#pass(conversation, user, place);
      return;
    }
    const early = this.#early.get(conversation) ?? [];
    early.push([user, place]);
    this.#early.set(conversation, early);
  }

  #pass(conversation: string, user: string, place: RecordPlace): void {
    const scope = this.#owners.get(conversation) === user ? 'admin' : undefined;
    this.#sink.member({ conversation, user, scope }, place);
  }

  #release(conversation: string): void {
    const early = this.#early.get(conversation) ?? [];
    this.#early.delete(conversation);
    for (const [user, place] of early) this.#pass(conversation, user, place);
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  hasMembers(id: string): boolean {
    return this.#withMembers.has(id);
  }

  /** Hands on the members of conversations that have no row, and of direct messages of which only the other one is known. */
  finish(): void {
    for (const id of [...this.#early.keys()]) this.#release(id);
    const self = this.#self;
    if (self === undefined) return;
    for (const [id, { partner, place }] of this.#partners)
      if (!this.#withMembers.has(id))
        for (const user of new Set([self, partner])) this.member(id, user, place);
  }
}
