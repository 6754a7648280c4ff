import { UserNames, type UserNamesDeps } from '../../../delivery/sending/user-names.ts';
import type { Data } from '../../../input/entities/entity.ts';
import {
  mentionedIn,
  mentionStanding,
  messageText,
  withWords,
  wordsFor,
} from '../../../input/rows/markup/mentions.ts';

/** So many users can be mentioned in one message; of more, the service may leave out some. */
const USERS_MAX = 10;

/** Mentions in a text as the service must have them. */
type MentionsOfText = {
  /** The users that it must show as mentioned. */
  readonly users: readonly string[];
  /** The text with words in place of the other mentions. */
  readonly words: string;
};

/**
 * Outcome of the mentions in messages: users who have landed are mentioned. Nobody knows whether the service has the
 * others, so words and markup count as the same.
 */
export class ExpectedMentions implements Disposable {
  readonly #deps: UserNamesDeps;
  readonly #names: UserNames;
  /** The words for those who have a row, and it was rejected: few, and nobody else needs a name. */
  readonly #words = new Map<string, string>();

  constructor(deps: UserNamesDeps) {
    this.#deps = deps;
    this.#names = new UserNames(deps);
  }

  /** Looks up what `of` needs for a message. */
  async prepare(message: Data): Promise<void> {
    for (const uid of mentionedIn(messageText(message))) {
      if (this.#words.has(uid) || mentionStanding(uid, this.#known) !== 'nobody') continue;
      const name = await this.#names.of(uid);
      if (name !== undefined) this.#words.set(uid, wordsFor(uid, name));
    }
  }

  of(text: string): MentionsOfText {
    const mentioned = mentionedIn(text);
    const users = mentioned.slice(0, USERS_MAX).filter((uid) => this.#hasLanded(uid));
    const others = mentioned.filter((uid) => !this.#hasLanded(uid));
    const words = new Map(others.map((uid) => [uid, this.#words.get(uid) ?? wordsFor(uid, undefined)]));
    return { users, words: withWords(text, words) };
  }

  get #known(): Parameters<typeof mentionStanding>[1] {
    return { keys: this.#deps.keys, closed: this.#deps.plan.closed };
  }

  #hasLanded(uid: string): boolean {
    return mentionStanding(uid, this.#known) === 'landed';
  }

  [Symbol.dispose](): void {
    this.#names[Symbol.dispose]();
  }
}
