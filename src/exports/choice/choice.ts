import { pipelineTime } from '../../input/rows/forms/time-window.ts';
import { KeySet } from '../../keys/key-table.ts';
import type { ChoiceRules, ChoiceSide, ConversationType } from '../export-rules.ts';
import type { SourceConversation, SourceMember } from '../neutral.ts';
import { ChosenUsers } from './chosen-users.ts';
import { Sides } from './sides.ts';
import type { PeopleLook } from './survey-people.ts';

/** Decides which records of an export are taken, when it has seen all of its people. */
export class Choice {
  readonly #users: ChosenUsers;
  readonly #conversations: ChosenConversations;
  readonly #from: number;
  readonly #end: number;

  constructor({ include = {}, exclude = {}, since, until }: ChoiceRules) {
    this.#users = new ChosenUsers(include.users, exclude.users);
    this.#conversations = new ChosenConversations(include, exclude, this.#users);
    this.#from = milliseconds(since) ?? Number.NEGATIVE_INFINITY;
    this.#end = milliseconds(until) ?? Number.POSITIVE_INFINITY;
  }

  /** Takes the people of the export. */
  readonly look: Required<PeopleLook> = {
    user: (user) => this.#users.add(user),
    conversation: (conversation) => this.#conversations.add(conversation),
    member: (member) => {
      this.#users.named(member.user);
      this.#conversations.member(member);
    },
  };

  /**
   * Ends the look at the people.
   * @returns sentences about names with `*` that nothing has
   * @throws RunError `EXPORT.NAME_UNKNOWN` for an exact name that nothing has
   */
  finish(): readonly string[] {
    const notes = [...this.#users.check(), ...this.#conversations.check()];
    this.#conversations.finish();
    return notes;
  }

  /**
   * A record without its id is not left out: it is rejected.
   * @param name what a message calls somebody whom no list has
   */
  leavesUser(id: string, name?: string): boolean {
    return id !== '' && this.#users.leaves(id, name);
  }

  leavesConversation(id: string): boolean {
    return id !== '' && this.#conversations.leaves(id);
  }

  /** True if a time, in milliseconds since 1970, is outside. What is no time is not: it is said later what is wrong with it. */
  leavesTime(time: number): boolean {
    return time > 0 && (time < this.#from || time >= this.#end);
  }
}

function milliseconds(text: string | undefined): number | undefined {
  const seconds = text === undefined ? undefined : pipelineTime(text);
  return seconds === undefined ? undefined : seconds * 1000;
}

/** Which conversations of an export are taken. Where several records have the same id, any one of them decides. */
class ChosenConversations {
  readonly #sides: Sides;
  readonly #included: ReadonlySet<ConversationType> | undefined;
  readonly #excluded: ReadonlySet<ConversationType>;
  readonly #users: ChosenUsers;
  readonly #listed = new KeySet();
  readonly #in = new KeySet();
  readonly #out = new KeySet();
  /** The members of the conversations that are their members alone. */
  readonly #direct = new Map<string, Set<string>>();

  constructor(include: ChoiceSide, exclude: ChoiceSide, users: ChosenUsers) {
    this.#sides = new Sides(include.conversations, exclude.conversations);
    this.#included = include.types && new Set(include.types);
    this.#excluded = new Set(exclude.types);
    this.#users = users;
  }

  add(conversation: SourceConversation): void {
    const { id, name, type } = conversation;
    this.#sides.know({ id, name });
    this.#listed.add([id]);
    const [isIncluded, isExcluded] = [this.#sides.includes({ id, name }), this.#sides.excludes({ id, name })];
    if (isIncluded && (this.#included?.has(type) ?? true)) this.#in.add([id]);
    if (isExcluded || this.#excluded.has(type)) this.#out.add([id]);
    if (type === 'direct' && !this.#direct.has(id)) this.#direct.set(id, new Set());
  }

  member({ conversation, user }: SourceMember): void {
    this.#direct.get(conversation)?.add(user);
  }

  /** With fewer people, a conversation of its members would become that of those who are left: it is left out as a whole. */
  finish(): void {
    for (const [id, members] of this.#direct)
      if ([...members].some((user) => this.#users.leaves(user))) this.#out.add([id]);
    this.#direct.clear();
  }

  leaves(id: string): boolean {
    if (this.#listed.has([id])) return this.#out.has([id]) || !this.#in.has([id]);
    return this.#sides.excludes({ id }) || !this.#sides.includes({ id }) || this.#included !== undefined;
  }

  check(): readonly string[] {
    return this.#sides.check('conversations', 'conversation');
  }
}
