/** Conversations remembered: far more than are active at the same time. */
const CONVERSATIONS_MAX = 100_000;

/**
 * Checks that ids and times of messages run in the same direction. The service gives ids in the order of arrival, and apps
 * page by them, so where they run against the times, a user sees the messages in another order.
 */
export class IdOrder {
  readonly #latest = new Map<string, { readonly at: number; readonly id: number }>();

  /**
   * Checks the next message of a list.
   * @param at when it was sent, epoch seconds
   * @param id the service's id
   * @returns false if its id runs against its time, compared with the message before it
   */
  follows(conversation: string, at: number, id: number): boolean {
    const last = this.#latest.get(conversation);
    // Deleted and set again, so that the least recently active conversation is dropped first.
    this.#latest.delete(conversation);
    this.#latest.set(conversation, { at, id });
    if (this.#latest.size > CONVERSATIONS_MAX)
      this.#latest.delete(this.#latest.keys().next().value as string);
    return !last || !((at - last.at) * (id - last.id) < 0);
  }
}
