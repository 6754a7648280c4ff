import type { MessageSink, PeopleSink } from '../export-reader.ts';
import type { SourceMessage, SourceReaction } from '../neutral.ts';
import type { ExportTally } from '../tally.ts';
import type { Choice } from './choice.ts';

/**
 * Stands between a reader and what converts its records. People and conversations that are left out go no further.
 * Messages do, marked: of several copies of a message a deleted one counts, whatever is left out of it.
 */

const EXCLUDED = { dropped: 'excluded' } as const;

/** Passes on the people who are chosen; counts the others. */
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

/** Passes on messages, those that are left out with the reason, and the reactions of users who are chosen. */
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
