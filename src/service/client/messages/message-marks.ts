import { endpoints } from '../../api/endpoints.ts';
import { type Acknowledgement, acknowledgementShape } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, OptionsFor } from '../caller.ts';
import { type Message, messageShape } from './message.ts';

/** Marks that users set on messages. Documented only in the vendor's newer reference. */
export const messageMarks = (call: Caller) => ({
  /** Records which elements of an interactive message the acting user has used. */
  markAsInteracted: (
    id: string,
    body: Readonly<Record<string, unknown>>,
    options: OptionsFor<'markInteracted'>,
  ): ApiPromise<Acknowledgement> =>
    call.data(endpoints.markInteracted, acknowledgementShape, { params: { id }, body }, options),

  /** Pins a message in its conversation; at most 100 in each. Returns the message with `pinnedAt` and `pinnedBy`. */
  pin: (id: string, options?: OptionsFor<'pinMessage'>): ApiPromise<Message> =>
    call.data(endpoints.pinMessage, messageShape, { params: { id } }, options),

  /** Unpins a message; one that is not pinned stays as it is. */
  unpin: (id: string, options?: OptionsFor<'unpinMessage'>): ApiPromise<Message> =>
    call.data(endpoints.unpinMessage, messageShape, { params: { id } }, options),

  /** Saves a message for the acting user; at most 100 for each user. Returns the message with `savedAt`. */
  save: (id: string, options: OptionsFor<'saveMessage'>): ApiPromise<Message> =>
    call.data(endpoints.saveMessage, messageShape, { params: { id } }, options),

  /** Takes a message from those that the acting user has saved. */
  unsave: (id: string, options: OptionsFor<'unsaveMessage'>): ApiPromise<Message> =>
    call.data(endpoints.unsaveMessage, messageShape, { params: { id } }, options),
});

/** The names that these calls had as a resource of their own. */
export const oldMarks = ({
  pin,
  unpin,
  save,
  unsave,
  markAsInteracted,
}: ReturnType<typeof messageMarks>) => ({
  /** @deprecated Use `messages.pin`. */
  pin,
  /** @deprecated Use `messages.unpin`. */
  unpin,
  /** @deprecated Use `messages.save`. */
  save,
  /** @deprecated Use `messages.unsave`. */
  unsave,
  /** @deprecated Use `messages.markAsInteracted`. */
  interacted: markAsInteracted,
});
