import type { LaneOutcome } from './lane-writer.ts';

/** Codes of messages that are not taken in the name of their author, though they were written: they are imported. */
const UNSENDABLE: ReadonlySet<string> = new Set([
  'SERVICE.ERR_GROUP_NOT_JOINED',
  'SERVICE.ERR_NOT_A_MEMBER',
  'MESSAGE.CUSTOM_DATA_MISSING',
  'MESSAGE.FILE_MISSING',
  'MESSAGE.ATTACHMENT_INVALID',
]);
/** The keys of messages that could not be sent though they can be imported, and the outcomes of all other rows. */
export function unsendable(
  outcomes: readonly LaneOutcome[],
): readonly [keys: ReadonlySet<string>, others: readonly LaneOutcome[]] {
  const isUnsendable = ({ entity, outcome }: LaneOutcome): boolean =>
    entity === 'messages' &&
    outcome.status === 'rejected' &&
    outcome.problems.every(({ code }) => UNSENDABLE.has(code));
  const keys = new Set(outcomes.filter(isUnsendable).map(({ key }) => key));
  return [keys, outcomes.filter((each) => !isUnsendable(each))];
}
