import type { Data } from './entity.ts';

/** A key that is equal for all messages of one conversation; not the service's conversation id. */
export function conversationOf(message: Data): string {
  const { sender, receiver, receiverType } = message as Readonly<Record<string, string>>;
  if (receiverType === 'group') return `g ${receiver}`;
  return (sender as string) < (receiver as string) ? `u ${sender} ${receiver}` : `u ${receiver} ${sender}`;
}
