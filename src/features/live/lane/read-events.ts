import { createHash } from 'node:crypto';
import type { LiveChange } from '../../../origin/live/live-origin.ts';
import type { InboxEvent } from '../inbox/inbox.ts';
import { askEach } from './changes/ask-side.ts';
import type { ChangeEnd } from './changes/change-end.ts';
import { type Hint, isRelation } from './changes/fold.ts';
import type { LaneDeps } from './lane-deps.ts';
import { isListed, listedIn } from './listed-events.ts';

/** Numbers that are remembered. */
const NUMBERS_MAX = 10_000;
/** Headers by which systems number their events. */
const NUMBERED = ['x-webhook-id'];

/** An event with the changes that it says, or with its end. */
export type ReadEvent = {
  readonly event: InboxEvent;
  readonly hints: readonly Hint[];
  readonly end: ChangeEnd | undefined;
  /** The change that it is about, if it has no hints any more. */
  readonly about?: LiveChange | undefined;
};

/** Reads events; one that nobody can read, or that throws, is dead. */
export function readEvents(events: readonly InboxEvent[], { read }: LaneDeps): readonly ReadEvent[] {
  return events.map((event) => {
    try {
      if (isListed(event)) {
        const { seq, receivedAt } = event;
        return { event, hints: [{ ...listedIn(event), seq, receivedAt }], end: undefined };
      }
      const reading = read(event);
      if ('changes' in reading) {
        const { seq, receivedAt } = event;
        const hints = reading.changes.map((change) => ({ change, seq, receivedAt }));
        return { event, hints, end: hints.length === 0 ? { end: 'skipped' as const } : undefined };
      }
      const code = reading.fault === 'unknown' ? 'LIVE.EVENT_UNKNOWN' : 'LIVE.EVENT_MALFORMED';
      return { event, hints: [], end: { end: 'dead', code, message: reading.message } };
    } catch (error) {
      const message = error instanceof Error ? error.message : 'it cannot be read';
      return { event, hints: [], end: { end: 'dead', code: 'LIVE.EVENT_MALFORMED', message } };
    }
  });
}

/** A hint with what its side says about it now. */
type Completed = { readonly hint: Hint; readonly end?: ChangeEnd };

/**
 * Completes changes that lack something. @throws RunError if the side cannot be asked now
 */
export async function completeHints(
  hints: readonly Hint[],
  { lookups }: LaneDeps,
  signal: AbortSignal,
): Promise<readonly Completed[]> {
  const lacking = hints.filter(({ change }) => !change.isWhole);
  const answers = await askEach(lacking, ({ change }) =>
    lookups.complete ? lookups.complete(change, signal) : completed(change, lookups, signal),
  );
  return hints.map((hint) => {
    const asked = answers.get(hint);
    if (!asked) return { hint };
    if ('refusal' in asked)
      return { hint, end: { end: 'dead', code: 'LIVE.EVENT_MALFORMED', message: asked.refusal } };
    // What is nowhere needs nothing.
    if (!asked.answer) return { hint, end: { end: 'unchanged' } };
    return { hint: { ...hint, change: asked.answer, isCompleted: true } };
  });
}

async function completed(
  change: LiveChange,
  lookups: LaneDeps['lookups'],
  signal: AbortSignal,
): Promise<LiveChange> {
  const gone: LiveChange = { ...change, kind: 'gone', isWhole: true };
  switch (change.entity) {
    case 'messages': {
      const now = await lookups.message(change, signal);
      return now ? { ...now, isNew: change.isNew } : gone;
    }
    case 'users': {
      const row = await lookups.user(change.key, signal);
      return row ? { ...change, rows: [row, ...change.rows.slice(1)], isWhole: true } : gone;
    }
    case 'groups': {
      const rows = await lookups.conversation(change.conversation ?? change.key, signal);
      return rows && rows.length > 0 ? { ...change, rows, isWhole: true } : gone;
    }
    default:
      return { ...change, isWhole: true };
  }
}

/** True if nothing but the same event says the same: a role, or a reaction that is taken back, comes again within its second. */
const isTimed = ({ hints }: Pick<ReadEvent, 'hints'>): boolean =>
  hints.every(({ change: { entity, version } }) => version > 0 && !isRelation(entity));

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
