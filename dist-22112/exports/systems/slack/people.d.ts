import type { PeopleSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import type { RecordPlace, SourceConversation, UnreadableRow } from '../../neutral.ts';
import type { ConversationList } from './lists.ts';
/** A row that lacks what it is known by; of a message this is its time, too. */
export declare const without: (field: 'id' | 'ts', row: ExportObject) => UnreadableRow;
/** Slack's own program, whether or not it is in the list of users. */
export declare const SLACKBOT = "USLACKBOT";
/** The users behind programs, by their `bot_id`: messages of a program have that, and not always a user. */
export type Bots = Map<string, string>;
/** Hands on a user. Mail addresses and phone numbers are not kept: every user of a chat could read them. */
export declare function readUser(row: ExportObject, { bots, sink }: {
    readonly bots: Bots;
    readonly sink: PeopleSink;
}, place: RecordPlace): void;
/** A conversation by its row in a list, or in an answer of Slack's API. */
export declare function conversationOf(row: ExportObject, name: ConversationList): Omit<SourceConversation, 'id'>;
