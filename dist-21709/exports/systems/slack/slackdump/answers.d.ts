import type { PeopleSink } from '../../../export-reader.ts';
import type { ExportObject } from '../../../files/export-rows.ts';
import type { RecordPlace, UnreadableRow } from '../../../neutral.ts';
type Answers = Pick<PeopleSink, 'unreadable' | 'dropped' | 'note'>;
/** Takes what a pass over all answers is about. */
export type SomeAnswers = Answers & Partial<PeopleAnswers & MessageAnswers>;
/** Takes the people and conversations that slackdump has kept of the answers of Slack's API, in the order in which it got them. */
export interface PeopleAnswers extends Answers {
    /** Takes the login that slackdump used, and in which workspace: an answer of `auth.test`. */
    workspace(row: ExportObject): void;
    user(row: ExportObject, place: RecordPlace): void;
    conversation(row: ExportObject, place: RecordPlace): void;
    member(conversation: string, user: string, place: RecordPlace): void;
}
/** Takes the messages. */
export interface MessageAnswers extends Answers {
    message(conversation: string, row: ExportObject, place: RecordPlace): void;
}
/** The name under which a kind of chunk is left out: `searchMessages`, or `chunkType14` if nobody names it. */
export declare function nameOfType(type: number, name?: string | undefined): string;
/** A row that is none. */
export declare const broken: (message: string, raw?: string) => UnreadableRow;
export {};
