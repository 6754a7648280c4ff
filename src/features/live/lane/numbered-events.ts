import { createHash } from 'node:crypto';
import type { InboxEvent } from '../inbox/inbox.ts';
import { isTimed, type ReadEvent } from './read-events.ts';

/** Numbers that are remembered. */
const NUMBERS_MAX = 10_000;
/** Headers by which systems number their events. */
const NUMBERED = ['x-webhook-id'];

/** The numbers that systems gave to events that are done. */
export class NumberedEvents {
  readonly #numbers = new Set<string>();

  /**
   * Ends events that came before, by the number that their system gave them.
   * @param fresh the numbers of those that were taken from the inbox just now
   */
  withoutDuplicates(read: readonly ReadEvent[], fresh: ReadonlySet<number>): readonly ReadEvent[] {
    const now = new Set<string>();
    return read.map((each) => {
      if (!fresh.has(each.event.seq) || each.end?.end === 'dead') return each;
      const number = eventNumber(each.event, isTimed(each));
      if (number === undefined) return each;
      const isKnown = this.#numbers.has(number) || now.has(number);
      now.add(number);
      return isKnown ? { ...each, hints: [], end: { end: 'duplicate' } } : each;
    });
  }

  remember({ event, hints }: Pick<ReadEvent, 'event' | 'hints'>): void {
    const number = eventNumber(event, isTimed({ hints }));
    if (number !== undefined) this.#numbers.add(number);
    const [first] = this.#numbers;
    if (first !== undefined && this.#numbers.size > NUMBERS_MAX) this.#numbers.delete(first);
  }
}

/**
 * Names an event by the number that its system gave it, or by all that it says: one that comes again has the same.
 * @param isTimed true if it says when it happened: then nothing else says the same
 * @returns undefined for an event that may happen again with the same words, such as a new role
 */
function eventNumber(
  { headers, body }: Pick<InboxEvent, 'headers' | 'body'>,
  isTimed: boolean,
): string | undefined {
  const inHeader = NUMBERED.map((name) => headers[name]).find((value) => value !== undefined && value !== '');
  if (inHeader !== undefined) return inHeader;
  return isTimed ? createHash('sha256').update(body).digest('base64url') : undefined;
}
