import type { ExportObject } from '../../files/export-rows.ts';
import type { SourceMessage } from '../../neutral.ts';
import { type ChatOf } from './conversations.ts';
import type { PeoplePass } from './people.ts';
import type { Times } from './times.ts';
/** Place of a message. */
export type MessagePlace = {
    readonly chat: string;
    readonly of: ChatOf;
    /** The folder of its file; empty or with `/` at its end. */
    readonly folder: string;
};
/** Turns rows into messages. */
export declare class MessageReader {
    #private;
    constructor(pass: PeoplePass, times: Times);
    messageOf(row: ExportObject, place: MessagePlace): SourceMessage;
}
