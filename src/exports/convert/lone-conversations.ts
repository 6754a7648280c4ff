import type { RecordPlace, SourceConversation, SourceMember, SourceMessage } from '../neutral.ts';

/** A conversation of its members alone. */
export type Direct = {
  readonly conversation: SourceConversation;
  readonly place: RecordPlace;
  readonly members: Map<string, SourceMember>;
};

/** Somebody in a conversation that does not list them as a member. */
export type Other = { readonly id: string; readonly name?: string | undefined };

/** A conversation with one listed member, or with two who are members now, and who else writes in it. */
export type Lone = Direct & {
  /** The first member. */
  readonly user: string;
  /** The owner, if that is somebody else. */
  readonly owner: string | undefined;
  readonly others: Other[];
  hasProgram: boolean;
  hasExcluded: boolean;
};

/** True if only its messages tell what becomes of a conversation of its members alone. */
export const isLone = ({ members: { size }, conversation: { hasChangingMembers } }: Direct): boolean =>
  size === 1 || (size === 2 && hasChangingMembers === true);

/** Lone conversations by what they are, each with its id. */
type Sorted = {
  /** Those of two, the oldest first: whichever stands first in the files, the same one is theirs. */
  readonly pairs: readonly (readonly [string, Lone])[];
  /** Those in which somebody else writes, or that are somebody else's. */
  readonly shared: readonly (readonly [string, Lone])[];
  /** The notes to oneself, one of each person. */
  readonly notes: readonly (readonly [string, Lone])[];
  /** Further conversations that these people have for themselves. */
  readonly more: readonly (readonly [string, Lone])[];
};

/** One more would change nothing: the kind is decided, and a name has room for two. */
const OTHERS_MAX = 3;

/**
 * Conversations that list one member, or two who are members now. Whether these are notes to oneself, or the conversation of
 * two, is known only when all of their messages have been seen: a list may lack people, and what somebody else writes is
 * nobody's own notes. Memory: three writers for each.
 */
export class LoneConversations {
  readonly #all = new Map<string, Lone>();

  /** @param owner whose it is, if that is a user */
  add(id: string, direct: Direct, owner: string | undefined): void {
    const [user = ''] = direct.members.keys();
    const other = owner === user ? undefined : owner;
    this.#all.set(id, { ...direct, user, owner: other, others: [], hasProgram: false, hasExcluded: false });
  }

  has(id: string): boolean {
    return this.#all.size > 0 && this.#all.has(id);
  }

  /**
   * Notes who wrote a message, also one that was deleted. Messages of the system are nobody's, and hidden ones were written
   * to nobody in it.
   * @param isProgram whether its author is a program: that is no second person
   */
  hear(message: SourceMessage, isProgram: boolean): void {
    const { conversation, sender, senderName, system, hidden, leftOut } = message;
    const lone = this.#all.get(conversation);
    if (!lone || sender === undefined || lone.members.has(sender)) return;
    if (system !== undefined || hidden !== undefined) return;
    if (isProgram && lone.members.size === 1) lone.hasProgram = true;
    else if (leftOut === 'excluded') lone.hasExcluded = true;
    else if (lone.others.length < OTHERS_MAX && !lone.others.some(({ id }) => id === sender))
      lone.others.push({ id: sender, name: senderName });
  }

  /** Hands all of them over. A person's notes are the first ones, and of these such that no program has written in. */
  take(): Sorted {
    const [pairs, all] = [this.#ofSize(2), this.#ofSize(1)];
    this.#all.clear();
    const isShared = ({ others, owner, hasExcluded }: Lone): boolean =>
      others.length > 0 || owner !== undefined || hasExcluded;
    const own = all.filter(([, lone]) => !isShared(lone));
    const first = new Map<string, string>();
    for (const withProgram of [false, true])
      for (const [id, { user, hasProgram }] of own)
        if (hasProgram === withProgram && !first.has(user)) first.set(user, id);
    const isFirst = ([id, { user }]: readonly [string, Lone]): boolean => first.get(user) === id;
    return {
      pairs: pairs.toSorted(byAge),
      shared: all.filter(([, lone]) => isShared(lone)),
      notes: own.filter(isFirst),
      more: own.filter((each) => !isFirst(each)),
    };
  }

  #ofSize(size: number): readonly (readonly [string, Lone])[] {
    return [...this.#all].filter(([, { members }]) => members.size === size);
  }
}

/** The oldest first; of those without a time, or of one, the one with the lower id. */
export const byAge = ([a, one]: readonly [string, Direct], [b, other]: readonly [string, Direct]): number =>
  (one.conversation.createdAt ?? 0) - (other.conversation.createdAt ?? 0) ||
  (NUMBER.test(a) && NUMBER.test(b) ? a.length - b.length : 0) ||
  (a < b ? -1 : 1);
const NUMBER = /^[1-9]\d*$/;

/** A sentence about conversations of two members that became groups. */
export const notesOfPairs = (groups: number): readonly string[] =>
  groups === 0
    ? []
    : [
        `conversations of two members in which others have written, or of two who have an older one: ${groups}; each becomes a private group of its own`,
      ];

/** Sentences about conversations with one listed member that are shared, by what they became. */
export function notesOfShared(pairs: number, groups: number): readonly string[] {
  const own = groups === 1 ? 'private group of its own' : 'private groups of their own';
  const became = [
    ...(pairs > 0 ? [`${pairs} between these two people`] : []),
    ...(groups > 0 ? [`${groups} ${own}, with the listed member as its only member`] : []),
  ];
  if (became.length === 0) return [];
  return [`conversations with one listed member in which others write: ${became.join(', ')}`];
}
