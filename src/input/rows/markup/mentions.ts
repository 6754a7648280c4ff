import type { KeyIndex } from '../../../keys/key-index.ts';
import type { Data, EntityName } from '../../entities/entity.ts';

/** The beginning of a mention of a user in the text of a message: `<@uid:UID>`. */
const START = '<@uid:';
const MENTION = /<@uid:([A-Za-z0-9_-]{1,100})>/g;

/** The name under which a message is counted that mentions somebody who is not in the service: its text has their name. */
export const MENTIONS_LOST = 'mentions';

/** The text of a message; undefined if it has none. */
export function messageText({ data }: Data): string | undefined {
  const { text } = (data ?? {}) as Data;
  return typeof text === 'string' ? text : undefined;
}

/** The users that a text mentions, each once, in lower case as the service has ids. */
export function mentionedIn(text: string | undefined): readonly string[] {
  // Nearly every text returns here.
  if (!text?.includes(START)) return [];
  return [...new Set(Array.from(text.matchAll(MENTION), ([, uid = '']) => uid.toLowerCase()))];
}

/** A text with words in place of the mentions of some users. */
export const withWords = (text: string, words: ReadonlyMap<string, string>): string =>
  text.replaceAll(MENTION, (mention, uid: string) => words.get(uid.toLowerCase()) ?? mention);

/** The words for a mention of somebody who is not in the service. A name with markup of its own mentions nobody else. */
export const wordsFor = (uid: string, name: string | undefined): string =>
  `@${name?.replaceAll(START, '').replaceAll(/\s+/g, ' ').trim() || uid}`;

/** The facts that decide whether somebody is in the service. */
type PeopleKnown = {
  readonly keys: { readonly users: KeyIndex };
  /** Entities whose references must all be found in the sources. */
  readonly closed: ReadonlySet<EntityName>;
};

/**
 * Tells whether a user is in the service, as far as the sources say: `landed`; `nobody`: their row was rejected, or
 * all users are in the sources and this one is not; `open`: only the service knows.
 */
export function mentionStanding(uid: string, { keys, closed }: PeopleKnown): 'landed' | 'nobody' | 'open' {
  const state = keys.users.state(uid);
  if (state === 'landed') return 'landed';
  return state !== undefined || closed.has('users') ? 'nobody' : 'open';
}

/** Those of the users mentioned in a message who are certainly not in the service. */
export const nobodiesIn = (message: Data, known: PeopleKnown): readonly string[] =>
  mentionedIn(messageText(message)).filter((uid) => mentionStanding(uid, known) === 'nobody');
