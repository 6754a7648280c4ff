import type { KeyIndex } from '../../keys/key-index.ts';
import { writtenPlace } from './broken-ref.ts';
import type { Outcome } from './outcome.ts';
import type { PlaceOf } from './place.ts';

/** The outcome of a row that hangs on a message which has not landed. */
export const lacksMessage = (field: string, value: string, why: string): Outcome => ({
  status: 'blocked',
  problems: [{ code: 'REFERENCE.MESSAGE', field, value, message: `needs its message: ${why}` }],
});

/**
 * Why a message has not landed, by the keys of the messages that were read.
 * @returns undefined if no row has its key
 */
export function whyNotLanded(
  key: string,
  keys: Pick<KeyIndex, 'state' | 'find'>,
  placeOf: PlaceOf | undefined,
): string | undefined {
  const state = keys.state(key);
  const stamp = state === undefined ? undefined : keys.find(key);
  if (!stamp) return undefined;
  const place = placeOf ? ` at ${writtenPlace(stamp.file, stamp.line, placeOf)}` : '';
  return state === 'landed' ? `its row${place} has not landed` : `its row${place} was rejected`;
}

/** The outcome of a receipt by a user to whom the service does not show the conversation. */
export const OUTSIDE_CONVERSATION: Outcome = {
  status: 'blocked',
  problems: [
    {
      code: 'REFERENCE.CONVERSATION',
      field: 'uid',
      message: 'the user is not in the group, so the service shows it no message that it can have read',
    },
  ],
};

/** The outcome of a receipt whose conversation has no message that is old enough. */
export const NOTHING_TO_MARK: Outcome = { status: 'skipped', rule: 'noMessage' };

/** Why there is no message whose key no row has. */
export const IN_NO_FILE = 'it is in no file';
