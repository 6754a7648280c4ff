import { isRecord } from '../../../service/transport/transport.ts';
import type { LaneOutcome, LiveRow } from './lane-writer.ts';

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

/** A message with a later time, seconds since 1970; its own one stays in what says where it came from. */
export function timedRow(row: LiveRow, sentAt: number): LiveRow {
  const data = isRecord(row['data']) ? row['data'] : undefined;
  const given = data ? data['metadata'] : row['metadata'];
  const metadata = isRecord(given) ? given : {};
  const source = isRecord(metadata['source']) ? metadata['source'] : {};
  const own = { ...metadata, source: { time: row['sentAt'], ...source } };
  return data ? { ...row, sentAt, data: { ...data, metadata: own } } : { ...row, sentAt, metadata: own };
}

/** A message in place of one that was to be sent: it stands behind those that were. */
export function timedNow(row: LiveRow, nowMs: number): LiveRow {
  const now = Math.floor(nowMs / 1_000);
  const own = row['sentAt'];
  return typeof own === 'number' && own < now ? timedRow(row, now) : row;
}
