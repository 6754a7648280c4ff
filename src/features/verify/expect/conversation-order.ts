/** Conversations that are remembered: far more than are talked in at once. */
const CONVERSATIONS_MAX = 100_000;

type Latest = { readonly at: number; readonly id: number };

/**
 * Follows the order in which the service lists messages. The order that is expected within a conversation is by time,
 * within one second by the place in the sources.
 */
export class ConversationOrder {
  readonly #latest = new Map<string, Latest>();
  readonly #ties: boolean;

  /** @param ties whether the order within one second counts */
  constructor(ties: boolean) {
    this.#ties = ties;
  }

  /**
   * Takes the next message of the list.
   * @param id its number in the order of the sources
   * @returns false where one came before it that is to come after it
   */
  follows(conversation: string, at: number, id: number): boolean {
    const last = this.#latest.get(conversation);
    const follows = !last || at > last.at || (at === last.at && (!this.#ties || id > last.id));
    const latest = follows ? { at, id } : (last as Latest);
    // Set anew, so that those that were talked in last are forgotten last.
    this.#latest.delete(conversation);
    this.#latest.set(conversation, latest);
    if (this.#latest.size > CONVERSATIONS_MAX)
      this.#latest.delete(this.#latest.keys().next().value as string);
    return follows;
  }
}
