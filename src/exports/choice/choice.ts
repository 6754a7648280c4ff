import { RunError } from '../../errors/run-error.ts';
import { pipelineTime } from '../../input/rows/forms/time-window.ts';
import { KeySet } from '../../keys/key-table.ts';
import type { MessageSink, PeopleSink } from '../export-reader.ts';
import type { ChoiceRules, ChoiceSide, ConversationType } from '../export-rules.ts';
import type {
  SourceConversation,
  SourceMember,
  SourceMessage,
  SourceReaction,
  SourceUser,
} from '../neutral.ts';
import type { ExportTally } from '../tally.ts';
import { ChosenNames, KnownNames, type Names, type PeopleLook } from './survey-people.ts';

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

/** Which users of an export are taken. Where several records have the same id, any one of them decides. */
class ChosenUsers {
  readonly #sides: Sides;
  readonly #listed = new KeySet();
  readonly #included = new KeySet();
  readonly #excluded = new KeySet();

  constructor(include: readonly string[] | undefined, exclude: readonly string[] | undefined) {
    this.#sides = new Sides(include, exclude);
  }

  add(user: SourceUser): void {
    if (!this.#sides.isRuled) return;
    const key = [user.id];
    this.#sides.know(user);
    this.#listed.add(key);
    // Both sides are asked, so that each knows which of its names there are.
    if (this.#sides.includes(user)) this.#included.add(key);
    if (this.#sides.excludes(user)) this.#excluded.add(key);
  }

  /** Takes somebody who is named without a record of their own. */
  named(id: string): void {
    if (this.#sides.isRuled && !this.#listed.has([id])) this.leaves(id);
  }

  /** @param name what a message calls somebody whom no list has */
  leaves(id: string, name?: string): boolean {
    if (!this.#sides.isRuled) return false;
    if (this.#listed.has([id])) return this.#excluded.has([id]) || !this.#included.has([id]);
    const names = { id, name };
    const isIncluded = this.#sides.includes(names);
    return this.#sides.excludes(names) || !isIncluded;
  }

  check(): readonly string[] {
    return this.#sides.check('users', 'user');
  }
}

const EXCLUDED = { dropped: 'excluded' } as const;

/** Stands between a reader and what converts its records: people and conversations that are left out go no further. */
export function chosenPeople(sink: PeopleSink, choice: Choice, tally: ExportTally): PeopleSink {
  return {
    ...sink,
    user(user, place) {
      if (choice.leavesUser(user.id)) tally.count('users', EXCLUDED);
      else sink.user(user, place);
    },
    conversation(conversation, place) {
      const { id, members, owner } = conversation;
      const isLeft = choice.leavesConversation(id);
      const taken = members?.filter((user) => !isLeft && !choice.leavesUser(user));
      tally.count('members', EXCLUDED, (members?.length ?? 0) - (taken?.length ?? 0));
      if (isLeft) return tally.count('conversations', EXCLUDED);
      const isOwned = owner === undefined || !choice.leavesUser(owner);
      sink.conversation({ ...conversation, members: taken, ...(isOwned ? {} : { owner: undefined }) }, place);
    },
    topic(topic, place) {
      if (choice.leavesConversation(topic.conversation)) tally.count('topics', EXCLUDED);
      else sink.topic(topic, place);
    },
    member(member, place) {
      if (choice.leavesConversation(member.conversation) || choice.leavesUser(member.user))
        tally.count('members', EXCLUDED);
      else sink.member(member, place);
    },
  };
}

/**
 * Passes on messages, those that are left out with the reason, and the reactions of users who are chosen. A message that is
 * left out goes on, too: of several copies of it a deleted one counts.
 */
export function chosenMessages(sink: MessageSink, choice: Choice, tally: ExportTally): MessageSink {
  return {
    ...sink,
    message(message, place) {
      const { conversation, sender, senderName, time } = message;
      if (
        choice.leavesConversation(conversation) ||
        (sender !== undefined && choice.leavesUser(sender, senderName))
      )
        sink.message({ ...message, leftOut: 'excluded' }, place);
      else if (choice.leavesTime(time)) sink.message({ ...message, leftOut: 'outside' }, place);
      else sink.message(withoutUsers(message, choice), place);
    },
    reaction(reaction, place) {
      if (choice.leavesUser(reaction.user)) tally.count('reactions', EXCLUDED);
      else sink.reaction(reaction, place);
    },
  };
}

/** A message without what users who are left out did to it. */
function withoutUsers(message: SourceMessage, choice: Choice): SourceMessage {
  const { edited, deleted, pinned, reactions = [] } = message;
  const chosen = reactions.flatMap((each) => withoutExcluded(each, choice));
  const excluded = countOf(reactions) - countOf(chosen);
  const isLeft = (by: string | undefined): boolean => by !== undefined && choice.leavesUser(by);
  return {
    ...message,
    ...(edited && isLeft(edited.by) ? { edited: { at: edited.at } } : {}),
    ...(deleted && isLeft(deleted.by) ? { deleted: { at: deleted.at } } : {}),
    ...(pinned && isLeft(pinned.by) ? { pinned: { at: pinned.at } } : {}),
    ...(excluded > 0 ? { reactions: chosen, excludedReactions: excluded } : {}),
  };
}

/** Those of a reaction who are chosen; nothing if nobody is. */
function withoutExcluded(given: SourceReaction, choice: Choice): readonly SourceReaction[] {
  const { reaction, users, count } = given;
  const chosen = users.filter((user) => !choice.leavesUser(user));
  if (chosen.length === users.length) return [given];
  const rest = Math.max(count ?? 0, users.length) - (users.length - chosen.length);
  return rest > 0 ? [{ reaction, users: chosen, count: rest }] : [];
}

const countOf = (reactions: readonly SourceReaction[]): number =>
  reactions.reduce((sum, { users, count = 0 }) => sum + Math.max(count, users.length), 0);

/** The names that a pipeline includes and excludes of one kind. */
class Sides {
  /** True if there are any. */
  readonly isRuled: boolean;
  readonly #include: ChosenNames | undefined;
  readonly #exclude: ChosenNames | undefined;
  readonly #known = new KnownNames();

  constructor(include: readonly string[] | undefined, exclude: readonly string[] | undefined) {
    this.isRuled = include !== undefined || exclude !== undefined;
    this.#include = include && new ChosenNames(include);
    this.#exclude = exclude && new ChosenNames(exclude);
  }

  /** Takes the names of a record of a list. */
  know(names: Names): void {
    if (this.isRuled) this.#known.add(names);
  }

  includes(names: Names): boolean {
    return this.#include?.match(names) ?? true;
  }

  excludes(names: Names): boolean {
    return this.#exclude?.match(names) ?? false;
  }

  /**
   * @param of the part of the rules, such as `users`
   * @param noun what one of them is called
   * @returns sentences about names with `*` that nothing has
   * @throws RunError `EXPORT.NAME_UNKNOWN` for an exact name that nothing has
   */
  check(of: string, noun: string): readonly string[] {
    const sides = [
      ['include', this.#include],
      ['exclude', this.#exclude],
    ] as const;
    for (const [side, names] of sides)
      for (const name of names?.unknown ?? [])
        throw new RunError(
          'EXPORT.NAME_UNKNOWN',
          `sources.export.${side}.${of}: the export has no ${noun} ${JSON.stringify(name)}`,
          { hint: this.#known.hint(name, HINT) },
        );
    return sides.flatMap(([side, names]) =>
      (names?.unmatched ?? []).map((name) => `${side}.${of}: no ${noun} of the export is ${name}`),
    );
  }
}

const HINT =
  'names are exact, and * stands for any characters; without this rule, chatferry validate shows all names';
