import type { Data } from './entity.ts';

/** A key that is equal for all messages of one conversation; not the service's conversation id. */
export function conversationOf(message: Data): string {
  const { sender, receiver, receiverType } = message as Readonly<Record<string, string>>;
  if (receiverType === 'group') return `g ${receiver}`;
  return (sender as string) < (receiver as string) ? `u ${sender} ${receiver}` : `u ${receiver} ${sender}`;
}

/** The other side of a conversation, as one of its users sees it. */
export type Peer = { readonly entity: 'users' | 'groups'; readonly id: string };

const GROUP = 'group_';
const BETWEEN = '_user_';

/**
 * Reads the service's id of a conversation for one of its users: `group_<guid>`, or `<uid>_user_<uid>` in either order. Ids may
 * hold `_user_` themselves, so the user must be known.
 * @returns undefined if the user is no part of the conversation
 */
export function peerOf(conversation: string, uid: string): Peer | undefined {
  if (conversation.startsWith(GROUP)) return { entity: 'groups', id: conversation.slice(GROUP.length) };
  const [before, behind] = [`${uid}${BETWEEN}`, `${BETWEEN}${uid}`];
  if (conversation.startsWith(before)) return { entity: 'users', id: conversation.slice(before.length) };
  return conversation.endsWith(behind)
    ? { entity: 'users', id: conversation.slice(0, -behind.length) }
    : undefined;
}

/** The id of the conversation of a user with a peer; that of two users is the same for both. */
export const conversationWith = ({ entity, id }: Peer, uid: string): string =>
  entity === 'groups' ? GROUP + id : [uid, id].sort().join(BETWEEN);

/** Divides a key of a conversation and one of its users; undefined if it is none. */
export function sideOf(key: string): { readonly uid: string; readonly peer: Peer } | undefined {
  const [conversation = '', uid = ''] = key.split(' ');
  const peer = peerOf(conversation, uid);
  return peer && { uid, peer };
}
