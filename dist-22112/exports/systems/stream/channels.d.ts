import type { ExportObject } from '../../files/export-rows.ts';
import type { SourceConversation, SourceMember } from '../../neutral.ts';
/** The columns with the channel of a row that stands in the state of its channel. */
export declare const CHANNEL_COLUMNS: readonly ['^.channel.cid', '^.channel.type', '^.channel.id'];
/** The key of the channel of a member or message, `type:id`; undefined if it names none. */
export declare function channelOf(row: ExportObject): string | undefined;
/** A channel, and its members if it is made of them. */
export type Channel = {
    readonly conversation: SourceConversation;
    /** When its history was cleared, in milliseconds since 1970; absent if it never was. */
    readonly truncatedAt: number | undefined;
    readonly memberIds: readonly string[];
};
/** The channel of a row; undefined if it has neither an id nor members. */
export declare function channelFrom(row: ExportObject): Channel | undefined;
/** A member; undefined if the row names no channel or no user. */
export declare function memberFrom(row: ExportObject): SourceMember | undefined;
/** True if somebody was invited and said no. */
export declare const isRejected: (row: ExportObject) => boolean;
