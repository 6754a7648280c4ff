import { hash } from 'node:crypto';
import { isRounded } from '../../input/rows/decode-cell.ts';
import { isLegalId, legalMuid, slug } from '../../input/rows/forms/ids.ts';
import { madeColumn } from '../../input/rows/made-column.ts';
import { type ExportedName, ID_FIELDS } from '../export-rules.ts';
import type { Cells } from './export-table.ts';

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

/** The columns with the legal ids of a table. With them, a row can be proved valid by its bytes. */
export const readyColumns = (table: ExportedName): readonly string[] => ID_FIELDS[table].map(madeColumn);

/** The cells of those columns, for the ids of the old system; an id that is refused when it is read has none. */
export const readyIds = (...ids: readonly (string | undefined)[]): Cells => ids.map(readyId);

/** The cell of one such column. */
export function readyId(id: string | undefined): string | undefined {
  // Most are legal as they are, and such an id is not refused.
  if (id === undefined || isLegalId(id)) return id;
  return id === '' || isRounded(id) || !id.isWellFormed() ? undefined : slug(id);
}
