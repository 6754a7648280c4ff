import type { Data } from '../../../input/entities/entity.ts';

/**
 * The id of a message's conversation; undefined if the message has no sender or receiver. Made from these two, because
 * services write the ids of conversations in more than one form.
 */
export function conversationName(message: Data): string | undefined {
  const { sender, receiver, receiverType } = message;
  if (typeof sender !== 'string' || typeof receiver !== 'string') return undefined;
  if (receiverType === 'group') return `group_${receiver}`;
  const [first, second] = sender < receiver ? [sender, receiver] : [receiver, sender];
  return `user_${first}_user_${second}`;
}

/** The other form of such an id that services use. */
export const shortConversationName = (name: string): string =>
  name.startsWith('user_') ? name.slice('user_'.length) : name;
