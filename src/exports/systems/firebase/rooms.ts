import { KeySet } from '../../../keys/key-table.ts';
import { type Document, fieldsOf } from './documents.ts';
import { idIn, withDots } from './fields.ts';
import { type PairName, pairIn } from './paths.ts';
import type { Shape } from './shape.ts';

/** The conversation of a document. */
export type Room = {
  readonly id: string;
  /** The two whose conversation it is by its path, first the one whose copy the document is. */
  readonly pair?: readonly [string, string];
};

/** A longer name is not taken apart. */
const NAME_CHARS = 1_600;

/** Tells which conversation the documents of a shape are of. */
export class Rooms {
  /** The users that are known, for names of conversations that are made of the ids of two. */
  readonly users = new KeySet();
  readonly #shape: Shape;
  /** The ids of conversations that are fields, by the names that lead to them. */
  readonly #listed = new Map<string, string>();
  #last: { readonly name: string; readonly pair: readonly [string, string] | undefined } | undefined;

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /** The conversation that a document of conversations is; undefined if it has no id. */
  ofConversation(document: Document): Room | undefined {
    const { conversations } = this.#shape;
    const pair = this.#pairOf(document, conversations?.path);
    if (pair !== undefined) return pair === 'unclear' ? undefined : pair;
    const key = document.ids.conversation;
    if (conversations?.id === undefined) return key === undefined ? undefined : { id: key };
    const id = idIn(fieldsOf(document), conversations.id);
    if (id !== undefined && document.inConversation !== undefined)
      this.#listed.set(document.inConversation, id);
    return id === undefined ? undefined : { id };
  }

  /** The conversation of a message: of its path, of a field, or the only one, which has the name of the path. */
  ofMessage(document: Document): Room | undefined {
    const { messages, root } = this.#shape;
    const pair = this.#pairOf(document, messages?.path);
    if (pair !== undefined) return pair === 'unclear' ? undefined : pair;
    const inPath = this.conversationIn(document);
    if (inPath !== undefined || document.ids.conversation !== undefined)
      return inPath === undefined ? undefined : { id: inPath };
    const row = fieldsOf(document);
    const named = idIn(row, messages?.conversation);
    if (named !== undefined) return { id: named };
    if (messages?.receiver !== undefined) {
      const [sender, receiver] = [senderOf(document, this.#shape), idIn(row, messages.receiver)];
      return sender === undefined || receiver === undefined
        ? undefined
        : roomOfTwo(sender, withDots(receiver, this.#shape.commas));
    }
    if (messages?.conversation !== undefined) return undefined;
    const id = messages?.path?.split('/')[0] ?? root;
    return id === undefined ? undefined : { id };
  }

  /** The id of the conversation that the path of a document names; that of a list is a field of its element. */
  conversationIn({ ids, inConversation }: Document): string | undefined {
    if (this.#shape.conversations?.id === undefined || inConversation === undefined) return ids.conversation;
    return this.#listed.get(inConversation);
  }

  /** The two users whose ids are a name with something between; undefined if that cannot be told. */
  pairIn(name: string, { before, between, after }: PairName): readonly [string, string] | undefined {
    if (this.#last?.name === name) return this.#last.pair;
    const isFramed = name.startsWith(before) && name.endsWith(after) && name.length <= NAME_CHARS;
    const pair = isFramed
      ? this.#split(name.slice(before.length, name.length - after.length), between)
      : undefined;
    this.#last = { name, pair };
    return pair;
  }

  #split(name: string, between: string): readonly [string, string] | undefined {
    const splits: (readonly [string, string])[] = [];
    for (let at = 1; at < name.length - between.length; at++)
      if (name.startsWith(between, at)) splits.push([name.slice(0, at), name.slice(at + between.length)]);
    const known = splits.filter((each) => each.every((user) => this.users.has([user])));
    const two = new Set(known.map((each) => each.toSorted().join('\0')));
    if (two.size === 1) return known[0];
    // Without known users only what stands between them tells where one ends.
    return two.size === 0 && between !== '' && splits.length === 1 ? splits[0] : undefined;
  }

  #pairOf({ ids }: Document, path: string | undefined): Room | 'unclear' | undefined {
    if (ids.user !== undefined && ids.peer !== undefined) return roomOfTwo(ids.user, ids.peer);
    if (ids.pair === undefined) return undefined;
    const name = pairIn(path);
    const pair = name && this.pairIn(ids.pair, name);
    return pair ? roomOfTwo(...pair) : 'unclear';
  }
}

/** The conversation of two users, the same whoever of them is first. */
function roomOfTwo(first: string, second: string): Room {
  const escaped = (id: string): string =>
    /[%+]/.test(id) ? id.replaceAll('%', '%25').replaceAll('+', '%2B') : id;
  return { id: [first, second].toSorted().map(escaped).join('+'), pair: [first, second] };
}

/** The author of a message; undefined if it names none. */
export function senderOf(document: Document, { messages, commas }: Shape): string | undefined {
  const id = idIn(fieldsOf(document), messages?.sender);
  return id === undefined ? undefined : withDots(id, commas);
}
