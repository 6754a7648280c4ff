import { amount, duration, grouped } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { fitted } from '../../terminal/width.ts';
import type { EventOf } from './event-schema.ts';
import { barOf } from './progress-lines.ts';

/** How far a pull is: a line of a screen, or of a log if there is none. */
export function pullLine(
  progress: EventOf<'pull.progress'>,
  screen: { readonly style: Style; readonly columns: number } | undefined,
): string {
  const { conversationsDone, conversations, messages, users, requests, etaSeconds } = progress;
  const parts = [
    conversations > 0
      ? `${grouped(conversationsDone)} of ${amount(conversations, 'conversation')}`
      : amount(users, 'user'),
    ...(messages > 0 ? [amount(messages, 'message')] : []),
    amount(requests, 'request'),
    ...(etaSeconds === undefined ? [] : [`about ${duration(etaSeconds * 1_000)} left`]),
  ];
  if (!screen) return parts.join(', ');
  const bar = barOf(conversations > 0 ? (conversationsDone / conversations) * 100 : 0, screen.style);
  return fitted(`  pull      ${bar}  ${parts.join(' · ')}`, Math.max(1, screen.columns - 1));
}
