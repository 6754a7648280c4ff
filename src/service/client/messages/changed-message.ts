import { isRecord } from '../../transport/transport.ts';
import type { Answer } from '../answer.ts';
import { either, fields, fitting, flag, type ShapeOf } from '../field.ts';
import { type Message, messageShape } from './message.ts';

/**
 * A message after a change, with `editedAt` and `editedBy`, or `deletedAt` and `deletedBy`. Only its id is always
 * present.
 */
export type ChangedMessage = Message & {
  /** The message of the category `action` that the change added to the history; absent if there is none. */
  readonly actionMessage?: Message | undefined;
};

/** The answer to a deletion: a permanent one may be acknowledged without a message. */
export const deletionShape = either(messageShape, fields({ success: flag }));

/**
 * Reads the answer to a change. The service answers with the action message, and the changed message lies within
 * (`data.entities.on.entity`), where some answers have no more than its id.
 * @param id of the changed message
 */
export const changedMessage =
  (id: string) =>
  ({ data }: Answer<ShapeOf<typeof deletionShape>>): ChangedMessage => {
    const answer = fitting(messageShape, data);
    if (!answer) return { id };
    if (answer.category !== 'action') return answer;
    const on = answer.data?.entities?.['on'];
    const changed = fitting(messageShape, isRecord(on) ? on['entity'] : undefined);
    return { ...(changed ?? { id }), actionMessage: answer };
  };
