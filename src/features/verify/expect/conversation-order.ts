/** Conversations remembered: far more than are active at the same time. */
const CONVERSATIONS_MAX = 100_000;

type Latest = { readonly at: number; readonly id: number };

/** The last message of each of the conversations that were active last. */
class LatestMessages {
  readonly #latest = new Map<string, Latest>();

  of(conversation: string): Latest | undefined {
    return this.#latest.get(conversation);
  }

  set(conversation: string, latest: Latest): void {
    // Deleted and set again, so that the least recently active conversation is dropped first.
    this.#latest.delete(conversation);
    this.#latest.set(conversation, latest);
    if (this.#latest.size > CONVERSATIONS_MAX)
      this.#latest.delete(this.#latest.keys().next().value as string);
  }
}

/**
 * Checks the order in which the service lists messages. Within a conversation, it must be by time, and within one second
 * by position in the sources.
 */
export class ConversationOrder {
  readonly #latest = new LatestMessages();
  readonly #ties: boolean;

  /** @param ties whether the order within one second is checked */
  constructor(ties: boolean) {
    this.#ties = ties;
  }

  /**
   * Checks the next message of the list.
   * @param at when it was sent, epoch seconds
   * @param id its number in the order of the sources
   * @returns false if the list had a message before it that must come after it
   */
  follows(conversation: string, at: number, id: number): boolean {
    const last = this.#latest.of(conversation);
    const follows = !last || at > last.at || (at === last.at && (!this.#ties || id > last.id));
    this.#latest.set(conversation, follows ? { at, id } : last);
    return follows;
  }
}

/**
 * Checks that ids and times of messages run in the same direction. The service gives ids in the order of arrival, and apps
 * page by them, so where they run against the times, a user sees the messages in another order.
 */
export class IdOrder {
  readonly #latest = new LatestMessages();

  /**
   * Checks the next message of a list.
   * @param at when it was sent, epoch seconds
   * @param id the service's id
   * @returns false if its id runs against its time, compared with the message before it
   */
  follows(conversation: string, at: number, id: number): boolean {
    const last = this.#latest.of(conversation);
    this.#latest.set(conversation, { at, id });
    return !last || !((at - last.at) * (id - last.id) < 0);
  }
}
