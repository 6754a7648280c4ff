import { HangingRows } from '../../delivery/sending/hanging-rows.ts';
import { type Tally } from '../../delivery/tally/tally.ts';
import { type Data } from '../../input/entities/entity.ts';
import type { Problem, Row } from '../../input/rows/row.ts';
import { Facts } from '../../prefilter/facts.ts';
import { BiggestConversations, ConversationTable } from './conversations/conversation-table.ts';
import { KeyLog } from './key-log.ts';
import { Months } from './months.ts';
import { Notices } from './notice-bits.ts';
import { type AuditDeps } from './references.ts';
import { type Shown } from './shown.ts';
import { type SupersededRows } from './superseded-rows.ts';
/** Counts the outcomes of one step of a dry run, for records that passed the screen and for rows. */
export declare class Audit {
    #private;
    /** Facts of the current row. */
    readonly facts: Facts;
    readonly tally: Tally;
    readonly notices: Notices;
    readonly months: Months;
    readonly conversations: ConversationTable;
    readonly biggest: BiggestConversations;
    /** True if a message to a group was accepted. */
    hasGroupMessages: boolean;
    /** Keys of entities that nothing refers to; duplicates among them are found at the end. */
    readonly keys: KeyLog;
    readonly hanging: HangingRows;
    /** In a sync: rows that give way to others of their keys. */
    superseded: SupersededRows | undefined;
    readonly deps: AuditDeps;
    constructor(given: AuditDeps);
    /** True if the current row, which is valid by itself, certainly fits the rows before it. */
    isAcceptable(): boolean;
    /** Counts the current row as one that will be imported. */
    accept(shown: Shown): void;
    /** Counts messages that are sent as read, if messages are. A record that says when it was read is a row. */
    noteSentAsRead(count: number): void;
    /** Checks a row and counts it, whatever its outcome. */
    row(row: Row): void;
    /** The problem of a row that is valid by itself, if the service will certainly refuse it. */
    refuses(data: Data): Problem | undefined;
}
