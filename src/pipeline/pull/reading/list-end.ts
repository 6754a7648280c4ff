import {
  type OriginConversation,
  OriginError,
  type OriginList,
  type OriginRow,
} from '../../../origin/origin.ts';
import type { Pulling } from './pulling.ts';

/** A list of messages that is at its end. */
export type EndedMessages = {
  readonly conversation: OriginConversation;
  readonly row: OriginRow['row'];
  readonly list: Pick<OriginList, 'from'>;
  /** As in `ListTask`. */
  readonly goneFrom: number | undefined;
  /** Time of the last message that is there now, also of those from before `from`. */
  readonly newest: number | undefined;
};

/** No messages are there where there were some, and the old system says nothing else of it. */
export class EmptiedError extends OriginError {}

/**
 * Asks the old system again where a list ends before the last message that its conversation tells of, or has nothing of a time
 * in which there were messages: an answer that is empty once must delete nothing.
 * @throws OriginError `form` if the list lacks messages, `gone` if the conversation is there no more
 */
export async function requireEnd(ended: EndedMessages, pulling: Pulling): Promise<void> {
  const { conversation, row, list, goneFrom, newest } = ended;
  // A time of 0 is none.
  const { from = 1 } = list;
  const { origin, signal, pull } = pulling;
  const known = pulling.journal.conversations.get(conversation.id);
  const read = newest ?? Number.NEGATIVE_INFINITY;
  const lacks = (told: number | undefined): told is number =>
    told !== undefined && told >= from && told <= pull.until && told > read;
  const windowFrom = list.from ?? goneFrom ?? Number.POSITIVE_INFINITY;
  const isEmptied = read < windowFrom && (known?.newest ?? Number.NEGATIVE_INFINITY) >= windowFrom;
  const isShort = lacks(conversation.newest);
  if (!isShort && !isEmptied) return;
  const now = origin.lookAgain
    ? await pulling.asked(async () => await origin.lookAgain?.(conversation, row, signal))
    : { newest: conversation.newest };
  if (!now) throw new OriginError('gone', `${conversation.id} is there no more`);
  if (lacks(now.newest))
    throw new OriginError(
      'form',
      `the list of messages ends before the last one, of ${timeText(now.newest)}; ${said(newest)}`,
    );
  // One that says the same in the next pull is believed.
  if (now.newest === undefined && known?.fault?.isEmptied !== true)
    throw new EmptiedError(
      'form',
      isEmptied
        ? `the list has no messages from ${timeText(windowFrom)} on, and there were some`
        : `the list of messages ends before the last one that the record names; ${said(newest)}`,
    );
}

const said = (newest: number | undefined): string =>
  newest === undefined ? 'it has none' : `it ends with ${timeText(newest)}`;

const timeText = (ms: number): string => new Date(ms).toISOString();
