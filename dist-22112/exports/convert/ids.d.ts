import { type ExportedName } from '../export-rules.ts';
import type { Cells } from './export-table.ts';
/** The muid of a message; ids that are unique in their conversation alone begin with that. */
export declare const muidOf: (id: string, conversation: string, isPerConversation: boolean) => string;
/** The id of the group for a conversation of several people: the same for the same people, whatever its own id. */
export declare const directGroupId: (uids: readonly string[]) => string;
/** An id that nobody in the export has, for one of two with the same id. */
export declare const otherId: (id: string) => string;
/**
 * The id of the group for what a person wrote to themselves.
 * @param isTaken whether the export has a conversation with this id
 */
export declare function selfGroupId(user: string, isTaken: (id: string) => boolean): string;
/** The columns with the legal ids of a table. With them, a row can be proved valid by its bytes. */
export declare const readyColumns: (table: ExportedName) => readonly string[];
/** The cells of those columns, for the ids of the old system; an id that is refused when it is read has none. */
export declare const readyIds: (...ids: readonly (string | undefined)[]) => Cells;
/** The cell of one such column. */
export declare function readyId(id: string | undefined): string | undefined;
