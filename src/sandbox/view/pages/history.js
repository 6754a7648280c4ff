/** @import { Message, Read } from '../parts/types.js' */

const PAGE = 100;
/** The most messages in the window. Beyond this, the far end is dropped and read again when needed. */
const MESSAGES_MAX = 300;

/**
 * A window on the messages of a conversation of any length. It grows at one end by a page and shrinks at the
 * other.
 */
export class History {
  #read;
  #id;
  /** Increases with every jump, so that older answers can be ignored. */
  #epoch = 0;
  #busy = false;
  /** @type {readonly Message[]} */
  items = [];
  atStart = true;
  atEnd = true;

  /**
   * @param {Read} read
   * @param {string} conversationId
   */
  constructor(read, conversationId) {
    this.#read = read;
    this.#id = conversationId;
  }

  /** Shows the first messages. */
  async first() {
    const epoch = this.#begin();
    const items = await this.#page('append');
    this.#replace(epoch, items, true, items.length < PAGE);
  }

  /** Shows the last messages. */
  async last() {
    const epoch = this.#begin();
    const items = await this.#page('prepend');
    this.#replace(epoch, items, items.length < PAGE, true);
  }

  /**
   * Shows the messages from a time on, with some before it.
   * @param {number} sentAt seconds
   * @returns {Promise<string | undefined>} the id of the first message at or after the time, if there is one
   */
  async at(sentAt) {
    const epoch = this.#begin();
    // The cursor excludes its own second.
    const [before, after] = await Promise.all([
      this.#page('prepend', { sentAt }),
      this.#page('append', { sentAt: sentAt - 1 }),
    ]);
    this.#replace(epoch, [...before, ...after], before.length < PAGE, after.length < PAGE);
    return after[0]?.id;
  }

  /**
   * Reads messages of the window again, because they may have changed.
   * @param {readonly string[]} ids
   */
  async reread(ids) {
    const fresh = await Promise.all(
      ids.map((id) =>
        this.#read(`/v3/messages/${encodeURIComponent(id)}`).then(
          ({ data }) => /** @type {Message} */ (data),
          // A deleted message stays visible until the page moves on.
          () => undefined,
        ),
      ),
    );
    const byId = new Map(fresh.map((message) => [message?.id, message]));
    this.items = this.items.map((message) => byId.get(message.id) ?? message);
  }

  /**
   * Shows a message with the messages around it.
   * @param {string} id
   */
  async around(id) {
    const epoch = this.#begin();
    const { data } = await this.#read(`/v3/messages/${encodeURIComponent(id)}`);
    const message = /** @type {Message} */ (data);
    const cursor = { id: message.id, sentAt: message.sentAt };
    const [before, after] = await Promise.all([this.#page('prepend', cursor), this.#page('append', cursor)]);
    const end = after.length < PAGE;
    this.#replace(epoch, [...before, message, ...after], before.length < PAGE, end);
  }

  /** Reads the page before the window. False if there was nothing to do. */
  async older() {
    const edge = this.items[0];
    if (this.atStart || this.#busy || !edge) return false;
    return this.#extend('prepend', edge);
  }

  /** Reads the page after the window, also beyond the former end. False if there is nothing new. */
  async newer() {
    const edge = this.items.at(-1);
    if (this.#busy || !edge) return false;
    return this.#extend('append', edge);
  }

  #begin() {
    this.#epoch += 1;
    return this.#epoch;
  }

  /**
   * @param {'append' | 'prepend'} affix
   * @param {Message} edge
   */
  async #extend(affix, edge) {
    const epoch = this.#epoch;
    this.#busy = true;
    try {
      const page = await this.#page(affix, { id: edge.id, sentAt: edge.sentAt });
      if (epoch !== this.#epoch) return false;
      const known = new Set(this.items.map(({ id }) => id));
      const fresh = page.filter(({ id }) => !known.has(id));
      if (affix === 'prepend') {
        const items = [...fresh, ...this.items];
        this.items = items.slice(0, MESSAGES_MAX);
        this.atStart = page.length < PAGE;
        this.atEnd &&= items.length <= MESSAGES_MAX;
      } else {
        const items = [...this.items, ...fresh];
        this.items = items.slice(-MESSAGES_MAX);
        this.atEnd = page.length < PAGE;
        this.atStart &&= items.length <= MESSAGES_MAX;
      }
      return fresh.length > 0;
    } finally {
      this.#busy = false;
    }
  }

  /**
   * @param {number} epoch
   * @param {readonly Message[]} items
   * @param {boolean} atStart
   * @param {boolean} atEnd
   */
  #replace(epoch, items, atStart, atEnd) {
    if (epoch !== this.#epoch) return;
    // With one switch, the sandbox repeats the message of the cursor.
    this.items = [...new Map(items.map((message) => [message.id, message])).values()];
    this.atStart = atStart;
    this.atEnd = atEnd;
  }

  /**
   * @param {'append' | 'prepend'} affix
   * @param {{ id?: string, sentAt?: number }} [cursor]
   * @returns {Promise<readonly Message[]>}
   */
  async #page(affix, cursor = {}) {
    const query = { conversationId: this.#id, affix, limit: PAGE, hideReplies: 'true', withTags: 'true' };
    const { data } = await this.#read('/v3/messages', { ...query, ...cursor });
    return data;
  }
}
