import type { Item } from '../entity.ts';

/** What two messages share when they belong to one conversation; not the service's conversation id. */
export function conversationOf({ data }: Item): string {
  const { sender, receiver, receiverType } = data as Readonly<Record<string, string>>;
  if (receiverType === 'group') return `g ${receiver}`;
  return (sender as string) < (receiver as string) ? `u ${sender} ${receiver}` : `u ${receiver} ${sender}`;
}
