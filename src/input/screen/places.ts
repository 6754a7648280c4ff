import { IS_BANNED, KEY, OTHER, SECONDS, TO_GROUP, USER } from './facts.ts';

/** The place of a field that fills no fact. */
export const NOWHERE = 16;

const PLACES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  users: { uid: KEY, createdAt: SECONDS },
  groups: { guid: KEY, owner: USER, createdAt: SECONDS },
  members: { guid: OTHER, uid: USER, joinedAt: SECONDS },
  messages: { muid: KEY, sender: USER, receiver: OTHER, sentAt: SECONDS },
};

/** The word of the facts that a field fills. */
export const placeOf = (entity: string, field: string): number => PLACES[entity]?.[field] ?? NOWHERE;

/** The flag that a word stands for; 0 if it stands for none. */
export function flagOf(entity: string, field: string, word: string): number {
  if (entity === 'messages' && field === 'receiverType' && word === 'group') return TO_GROUP;
  return entity === 'members' && field === 'isBanned' && word === 'true' ? IS_BANNED : 0;
}
