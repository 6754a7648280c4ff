import { normalId } from '../wire/validation.ts';
import type { Message } from './message.ts';

/** The JSON of a mentioned user, by uid. */
export type MentionView = (uid: string) => string;

/** The start of a mention inside a text: `<@uid:UID>`. */
export const MENTION_START = '<@uid:';

/** The most mentioned users of one message to look up. */
const MAX_MENTIONS = 100;

/** The first uids that the text of a message mentions, each once. `data` is its data as JSON text. */
export function mentionedUids(data: string, max = MAX_MENTIONS): readonly string[] {
  // Nearly every message returns here, without parsing.
  if (!data.includes(MENTION_START)) return [];
  const { text } = JSON.parse(data) as { text?: unknown };
  if (typeof text !== 'string') return [];
  const found = [...text.matchAll(/<@uid:([A-Za-z0-9_-]{1,100})>/g)].map(([, uid]) => normalId(uid) ?? '');
  return [...new Set(found)].slice(0, max);
}

/** The uids that a message mentions: those that it was stored with, or those in its text. */
export function mentionsOf(
  { data, mentioned }: Pick<Message, 'data' | 'mentioned'>,
  max?: number,
): readonly string[] {
  return mentioned === null ? mentionedUids(data, max) : (JSON.parse(mentioned) as string[]).slice(0, max);
}
