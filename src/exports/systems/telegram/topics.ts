import { FingerprintMap } from '../../../keys/fingerprint-map.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';
import type { SourceMessage, SourceTopic } from '../../neutral.ts';

type Topic = NonNullable<SourceMessage['topic']>;

/**
 * Knows which topic a message is of. Telegram does not say it: a message of a topic answers the message that opened it, or
 * another one of it. Memory: 12 bytes for each message of a topic.
 */
export class Topics {
  /** By conversation, and in it by the number of the message that opened it. */
  readonly #all = new Map<string, Map<string, { readonly topic: Topic; readonly index: number }>>();
  readonly #list: Topic[] = [];
  readonly #messages = new FingerprintMap(3);

  add({ conversation, id, name }: SourceTopic): void {
    const topics = this.#all.get(conversation) ?? new Map();
    this.#all.set(conversation, topics);
    if (topics.has(id)) return;
    const topic = { id, name };
    topics.set(id, { topic, index: this.#list.push(topic) });
  }

  /**
   * The topic of a message, and whether the message that it answers only opened it.
   * @param answered the number of the message that it answers
   */
  of(
    conversation: string,
    id: string,
    answered: string | undefined,
  ): { readonly topic: Topic; readonly isDirect: boolean } | undefined {
    const topics = this.#all.get(conversation);
    if (!topics) return undefined;
    const opened = topics.get(id);
    if (opened) return { topic: { ...opened.topic, isFirst: true }, isDirect: true };
    if (answered === undefined) return undefined;
    const direct = topics.get(answered);
    const index = direct?.index ?? this.#indexOf(conversation, answered);
    const topic = this.#list[index - 1];
    if (!topic) return undefined;
    this.#note(conversation, id, index);
    return { topic, isDirect: direct !== undefined };
  }

  #indexOf(conversation: string, id: string): number {
    const { lo, hi } = fingerprint64(`${conversation}\n${id}`);
    return this.#messages.find(lo, hi) ? (this.#messages.slots[this.#messages.at + 2] as number) : 0;
  }

  #note(conversation: string, id: string, index: number): void {
    const { lo, hi } = fingerprint64(`${conversation}\n${id}`);
    if (!this.#messages.find(lo, hi)) this.#messages.add(lo, hi);
    this.#messages.slots[this.#messages.at + 2] = index;
  }
}
