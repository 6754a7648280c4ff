import { ValueSet } from '../../../input/columns/column.ts';
import type { Table } from '../files/tables.ts';
import { type MessageRoles } from '../relate/message-roles.ts';
import type { DraftSource } from '../text/pipeline-text.ts';
import { type Drafting } from './drafting.ts';
/** The facts that are known besides the table itself. */
export type MessageDrafting = Drafting & {
    /** Tables that may have the files of messages. */
    readonly sides: readonly Table[];
    /** Ids of the tables before this one. */
    readonly ids: ValueSet;
};
/** Drafts the sources of a table of messages: two if one column names groups and another one users. */
export declare function draftMessages(roles: MessageRoles, drafting: MessageDrafting): DraftSource[];
