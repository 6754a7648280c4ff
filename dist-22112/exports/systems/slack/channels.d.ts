import type { PeopleSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import type { RecordPlace } from '../../neutral.ts';
import type { ConversationList } from './lists.ts';
/**
 * Hands on conversations and their members. Slack's exports name the members of each; its API names of a direct message
 * the other one, and members of the others apart.
 */
export declare class Channels {
    #private;
    constructor(sink: PeopleSink);
    /** The answer to whose login it was: one of the two in each direct message. */
    workspace(row: ExportObject): void;
    add(row: ExportObject, place: RecordPlace, name?: ConversationList): void;
    /** Hands on a member that the row of a conversation names. */
    memberOf(row: ExportObject, member: unknown, place: RecordPlace): void;
    member(conversation: string, user: string, place: RecordPlace): void;
    has(id: string): boolean;
    hasMembers(id: string): boolean;
    /** Hands on the members of conversations that have no row, and of direct messages of which only the other one is known. */
    finish(): void;
}
