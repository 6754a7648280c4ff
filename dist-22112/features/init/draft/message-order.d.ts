import type { Table } from '../files/tables.ts';
import type { SourceOption } from '../text/pipeline-text.ts';
/**
 * The order that the rows of messages need, so that each conversation is read oldest first.
 * @param conversation the columns that tell conversations apart
 * @returns undefined if they stand in that order
 */
export declare function orderOf(table: Table, sentAt: string | undefined, conversation: readonly string[]): SourceOption | undefined;
