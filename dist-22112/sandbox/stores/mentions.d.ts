import type { Message } from './message.ts';
/** The JSON of a mentioned user, by uid. */
export type MentionView = (uid: string) => string;
/** The start of a mention inside a text: `<@uid:UID>`. */
export declare const MENTION_START = "<@uid:";
/** The first uids that the text of a message mentions, each once. `data` is its data as JSON text. */
export declare function mentionedUids(data: string, max?: number): readonly string[];
/** The uids that a message mentions: those that it was stored with, or those in its text. */
export declare function mentionsOf({ data, mentioned }: Pick<Message, 'data' | 'mentioned'>, max?: number): readonly string[];
