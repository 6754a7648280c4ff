import { KeySet } from '../../../keys/key-table.ts';
import { type Document, fieldsOf } from './documents.ts';
import { idIn, textOf } from './fields.ts';
import { messageTime } from './messages.ts';
import { type Room, senderOf } from './rooms.ts';
import type { Shape } from './shape.ts';

/**
 * Tells the copies of messages of which each of two users has one: by their key. Some apps give each copy a key of its own;
 * where no two copies have the same one, a message that its author has as well is one. Memory: about 50 bytes for a message.
 */
export class Copies {
  readonly #shape: Shape;
  readonly #keys = new KeySet();
  readonly #whole = new KeySet();
  /** The contents of the copies of the authors. */
  readonly #own = new KeySet();
  #shared = 0;
  #different = 0;

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /** Looks at a message, before any of them is taken. */
  look(document: Document, room: Room): void {
    const key = [room.id, document.ids.message ?? idIn(fieldsOf(document), this.#shape.messages?.id) ?? ''];
    const said = this.#saidIn(document, room);
    const isFirst = this.#keys.add(key);
    const isNew = this.#whole.add([...key, ...said, String(messageTime(document, this.#shape) ?? '')]);
    if (!isFirst) this.#shared++;
    if (!isFirst && isNew) this.#different++;
    if (isOwn(document, room, this.#shape)) this.#own.add(said);
  }

  /** True for a copy with a key of its own: its author has the message as well. */
  isCopy(document: Document, room: Room): boolean {
    if (this.#shared > 0 || isOwn(document, room, this.#shape)) return false;
    return this.#own.has(this.#saidIn(document, room));
  }

  get notes(): readonly string[] {
    if (this.#different === 0) return [];
    return [
      `messages that stand twice with another text, author or time: ${this.#different}; of each the one that was changed last counts`,
    ];
  }

  #saidIn(document: Document, room: Room): readonly string[] {
    const { messages } = this.#shape;
    const row = fieldsOf(document);
    const sender = senderOf(document, this.#shape) ?? '';
    return [room.id, sender, textOf(row, messages?.text) ?? '', textOf(row, messages?.file) ?? ''];
  }
}

/** True for the copy of a message that its author has. */
const isOwn = (document: Document, { pair }: Room, shape: Shape): boolean =>
  (document.ids.user ?? pair?.[0]) === senderOf(document, shape);
