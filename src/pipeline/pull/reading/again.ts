import type { OriginConversation, PullSpan } from '../../../origin/origin.ts';
import type { PullSpec } from '../../pull-spec.ts';
import type { KnownConversation } from '../records/journal.ts';

/** What of a conversation is read. */
export type ConversationSpan = PullSpan & {
  /** Messages from here on alone. */
  readonly from?: number | undefined;
  /** A message from here on that is there no more was deleted. */
  readonly goneFrom?: number | undefined;
};

/** Facts that decide it. */
type Facts = {
  readonly until: number;
  readonly isFull: boolean;
  readonly tellsChanges: boolean;
  readonly again: PullSpec['again'];
};

/**
 * What of a conversation is read; undefined if nothing of it may have changed.
 * @param known what an earlier pull has read of it
 */
export function spanOf(
  { mark }: OriginConversation,
  known: KnownConversation | undefined,
  { until, isFull, tellsChanges, again: { overlapMs, recheckMs } }: Facts,
): ConversationSpan | undefined {
  if (known?.read === undefined) return { until };
  const { read, newest } = known;
  const recheckFrom = until - recheckMs;
  const window = newest === undefined ? undefined : Math.min(newest - overlapMs, recheckFrom);
  if (isFull) return { until, goneFrom: window };
  const isChanged = mark === undefined || known.mark !== mark || known.fault !== undefined;
  const isRecent = !tellsChanges && newest !== undefined && newest >= recheckFrom;
  if (!isChanged && !isRecent) return undefined;
  const since = read - overlapMs;
  return tellsChanges ? { until, since, goneFrom: window } : { until, since, from: window, goneFrom: window };
}
