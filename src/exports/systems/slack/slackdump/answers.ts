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

/**
 * The kinds of chunks by their numbers: constants of slackdump's package `chunk`, and its table TYPES. Only that table
 * says what those above 11 are.
 */
const CHUNK_TYPES = [
  'MESSAGES',
  'THREAD_MESSAGES',
  'FILES',
  'USERS',
  'CHANNELS',
  'CHANNEL_INFO',
  'WORKSPACE_INFO',
  'CHANNEL_USERS',
  'STARRED_ITEMS',
  'BOOKMARKS',
  'SEARCH_MESSAGES',
  'SEARCH_FILES',
] as const;

/** The name under which a kind of chunk is left out: `searchMessages`, or `chunkType14` if nobody names it. */
export function nameOfType(type: number, name: string | undefined = CHUNK_TYPES[type]): string {
  if (name === undefined) return `chunkType${type}`;
  return name.toLowerCase().replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** A row that is none. */
export const broken = (message: string, raw = ''): UnreadableRow => ({
  problem: { code: 'EXPORT.ROW_UNREADABLE', message },
  raw,
});
