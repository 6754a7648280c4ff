import type { TooOld } from '../../delivery/tally/tally.ts';
import type { Retention } from '../../input/rows/retention.ts';
import { grouped } from '../../terminal/printable.ts';

/** Messages that are older than the service keeps them: how many, how old, and what becomes of them. */
export type OldMessages = {
  readonly messages: number;
  /** When the oldest was sent, RFC 3339. */
  readonly oldest: string;
  /** Messages that were sent before this are too old, RFC 3339. */
  readonly before: string;
  readonly messagesOlderThanDays: number;
  readonly policy: Retention['policy'];
  /** True if the target is a service on another machine. */
  readonly hosted: boolean;
};

/** Describes messages that were found to be too old; undefined if there are none. */
export function oldMessages(
  found: TooOld | undefined,
  retention: Retention | undefined,
): OldMessages | undefined {
  if (!found || found.count === 0 || !retention) return undefined;
  const { days, policy, hosted, before } = retention;
  return {
    messages: found.count,
    oldest: timeOf(found.oldest),
    before: timeOf(before),
    messagesOlderThanDays: days,
    policy,
    hosted,
  };
}

/** The sum, the dates and what becomes of the messages, as one line. */
export function oldMessagesText(old: OldMessages): string {
  const { messages, oldest, before, messagesOlderThanDays: days } = old;
  const count = `${grouped(messages)} ${messages === 1 ? 'message is' : 'messages are'} older than ${days} days`;
  const since = old.policy === 'allow' && !old.hosted ? '' : `sent before ${dayOf(before)}, `;
  return `${count} (${since}the oldest on ${dayOf(oldest)}): ${fateOf(old)}`;
}

/**
 * Advises what the user can do about these messages; undefined if the pipeline has decided or the target takes
 * them.
 */
export function oldMessagesAdvice({ hosted, policy }: OldMessages): string | undefined {
  return hosted && policy === 'reject' ? RETENTION_WAYS_OUT : undefined;
}

/** The ways to deal with old messages. */
export const RETENTION_WAYS_OUT =
  'ask the operator to keep messages longer, then raise retention.messagesOlderThanDays; or set retention.policy: skip skips them, archive saves them as NDJSON, allow sends them';

function fateOf({ hosted, policy }: OldMessages): string {
  switch (policy) {
    case 'reject':
      return hosted ? 'rejected, because the service refuses to import them' : 'rejected';
    case 'skip':
      return 'skipped';
    case 'archive':
      return 'skipped and saved in the archive';
    case 'allow':
      return hosted ? 'sent; the service may refuse them' : 'a hosted service would refuse them';
  }
}

const timeOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

const dayOf = (time: string): string => time.slice(0, 10);
