import { hash } from 'node:crypto';
import { legalMuid } from '../../input/rows/forms/ids.ts';

/** The muid of a message; ids that are unique in their conversation alone begin with that. */
export const muidOf = (id: string, conversation: string, isPerConversation: boolean): string =>
  legalMuid(isPerConversation ? `${conversation}:${withoutColon(id)}` : id);

/** Ids of conversations may have colons, too: the last one stands before the id of the message. */
const withoutColon = (id: string): string =>
  /[:%]/.test(id) ? id.replaceAll('%', '%25').replaceAll(':', '%3A') : id;

/** The id of the group for a conversation of several people: the same for the same people, whatever its own id. */
export const directGroupId = (uids: readonly string[]): string =>
  `dm-${hash('sha256', uids.toSorted().join('\n'), 'hex').slice(0, 32)}`;

/** An id that nobody in the export has, for one of two with the same id. */
export const otherId = (id: string): string =>
  `${id}-${hash('sha256', `stand-in\n${id}`, 'hex').slice(0, 12)}`;

/**
 * The id of the group for what a person wrote to themselves.
 * @param isTaken whether the export has a conversation with this id
 */
export function selfGroupId(user: string, isTaken: (id: string) => boolean): string {
  const id = `self-${user}`;
  return isTaken(id) ? otherId(id) : id;
}
