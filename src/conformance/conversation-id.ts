/** True if an id has one of the documented forms for a conversation between two users, in either order. */
export const isUserConversation = (id: string | undefined, one: string, other: string): boolean =>
  [
    `user_${one}_user_${other}`,
    `user_${other}_user_${one}`,
    `${one}_user_${other}`,
    `${other}_user_${one}`,
  ].includes(id ?? '');

export const isGroupConversation = (id: string | undefined, guid: string): boolean => id === `group_${guid}`;
