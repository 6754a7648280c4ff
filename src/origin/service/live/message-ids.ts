import type { OriginRow } from '../../origin.ts';
import type { ServiceAsk } from '../app-client.ts';
import { conversationOfMessage, idOf, keyOfMessage } from './app-changes.ts';

type Row = OriginRow['row'];
type Known = {
  readonly key: string;
  readonly muid: string | undefined;
  readonly conversation: string | undefined;
};

/** Messages that are remembered: the oldest is forgotten first. */
const KNOWN_MAX = 20_000;

/** Keys of messages by their ids, and ids by keys: a message keeps both, so each is asked for once. */
export class AppMessageIds {
  readonly #prefix: string;
  readonly #ask: ServiceAsk;
  readonly #byId = new Map<string, Known>();
  readonly #ids = new Map<string, string>();

  constructor(prefix: string, ask: ServiceAsk) {
    this.#prefix = prefix;
    this.#ask = ask;
  }

  /** Takes note of a record of the API. */
  note(message: Row): void {
    const id = idOf(message['id']);
    if (id === undefined) return;
    const key = keyOfMessage(message, id, this.#prefix);
    this.#byId.delete(id);
    this.#byId.set(id, { key, muid: idOf(message['muid']), conversation: conversationOfMessage(message) });
    this.#ids.set(key, id);
    const [oldest] = this.#byId.size > KNOWN_MAX ? this.#byId : [];
    if (!oldest) return;
    this.#byId.delete(oldest[0]);
    this.#ids.delete(oldest[1].key);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** The key of a message that was seen before. */
  known(id: string): string | undefined {
    return this.#byId.get(id)?.key;
  }

  conversationOf(id: string): string | undefined {
    return this.#byId.get(id)?.conversation;
  }

  /** The id of the message with a key, if it is known or the key says it. */
  idOf(key: string): string | undefined {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const [, digits] = key.startsWith(`${this.#prefix}-`)
      ? (/^(\d{1,18})$/.exec(key.slice(this.#prefix.length + 1)) ?? [])
      : [];
    return digits;
  }

  /** The key of a message; that of its id if it is there no more. @throws OriginError; RunError `PULL.*` */
  async keyOf(id: string, signal: AbortSignal): Promise<string> {
    await this.#find(id, signal);
    return this.known(id) ?? `${this.#prefix}-${id}`;
  }

  /** A row of the list `keys`, by which the reader knows the key of a message; none if it has none of its own. */
  async rowOf(id: string, signal: AbortSignal): Promise<readonly OriginRow[]> {
    await this.#find(id, signal);
    const muid = this.#byId.get(id)?.muid;
    return muid === undefined ? [] : [{ list: 'keys', row: { id, muid } }];
  }

  async #find(id: string, signal: AbortSignal): Promise<void> {
    if (this.#byId.has(id)) return;
    const found = await this.#ask.record('/messages/{id}', { id }, signal);
    if (found) this.note(found);
  }
}
