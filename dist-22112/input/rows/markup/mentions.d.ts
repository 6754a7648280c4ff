import type { KeyIndex } from '../../../keys/key-index.ts';
import type { Data, EntityName } from '../../entities/entity.ts';
/** The name under which a message is counted that mentions somebody who is not in the service: its text has their name. */
export declare const MENTIONS_LOST = "mentions";
/** The text of a message; undefined if it has none. */
export declare function messageText({ data }: Data): string | undefined;
/** The users that a text mentions, each once, in lower case as the service has ids. */
export declare function mentionedIn(text: string | undefined): readonly string[];
/** A text with words in place of the mentions of some users. */
export declare const withWords: (text: string, words: ReadonlyMap<string, string>) => string;
/** The words for a mention of somebody who is not in the service. A name with markup of its own mentions nobody else. */
export declare const wordsFor: (uid: string, name: string | undefined) => string;
/** The facts that decide whether somebody is in the service. */
type PeopleKnown = {
    readonly keys: {
        readonly users: KeyIndex;
    };
    /** Entities whose references must all be found in the sources. */
    readonly closed: ReadonlySet<EntityName>;
};
/**
 * Tells whether a user is in the service, as far as the sources say: `landed`; `nobody`: their row was rejected, or
 * all users are in the sources and this one is not; `open`: only the service knows.
 */
export declare function mentionStanding(uid: string, { keys, closed }: PeopleKnown): 'landed' | 'nobody' | 'open';
/** Those of the users mentioned in a message who are certainly not in the service. */
export declare const nobodiesIn: (message: Data, known: PeopleKnown) => readonly string[];
export {};
