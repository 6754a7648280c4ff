import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, Caller, MayAct } from '../caller.ts';
import { epoch, fields, id, maybe, object, type ShapeOf, string } from '../field.ts';
import { cursorList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type Message, messageShape } from './message.ts';

const shape = fields({
  id: maybe(id),
  messageId: maybe(id),
  reaction: string,
  uid: maybe(string),
  reactedAt: maybe(epoch),
  reactedBy: maybe(object),
});

/**
 * One user's reaction to a message.
 * @useDeclaredType
 */
export type Reaction = Readonly<ShapeOf<typeof shape>>;

export type ReactionQuery = {
  /**
   * Number of rows in one request, 1 to 1,000.
   * @default 100
   */
  readonly limit?: number;
  readonly affix?: 'append' | 'prepend';
  readonly id?: string;
};

const row = {
  shape,
  idOf: (row: Reaction) => row.id ?? JSON.stringify([row.uid, row.reaction]),
};

/** Reactions to messages; a reaction is an emoji. */
export const reactions = (call: Caller) => {
  const current = calls(call);
  return {
    ...current,
    /** @deprecated Use `listByReaction`. */
    listOf: current.listByReaction,
  };
};

const calls = (call: Caller) => ({
  /** Adds a reaction of the acting user. Resolves to the message. */
  add: (messageId: string, reaction: string, options: Acting): ApiPromise<Message> =>
    call.data(endpoints.addReaction, messageShape, { params: { id: messageId, reaction } }, options),

  /** Removes a reaction of the acting user. Resolves to the message. */
  remove: (messageId: string, reaction: string, options: Acting): ApiPromise<Message> =>
    call.data(endpoints.removeReaction, messageShape, { params: { id: messageId, reaction } }, options),

  /** Lists the users who reacted to a message with this reaction. */
  listByReaction: (
    messageId: string,
    reaction: string,
    query: ReactionQuery = {},
    options?: MayAct,
  ): Listing<Reaction> =>
    cursorList(call, endpoints.getReaction, { ...row, params: { id: messageId, reaction }, query, options }),

  /** Lists every reaction to a message. */
  list: (messageId: string, query: ReactionQuery = {}, options?: MayAct): Listing<Reaction> =>
    cursorList(call, endpoints.listReactions, { ...row, params: { id: messageId }, query, options }),
});
