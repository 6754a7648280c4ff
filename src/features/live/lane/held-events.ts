import type { Clock } from '../../../system/clock.ts';
import type { InboxEvent } from '../inbox/inbox.ts';
import { EventAges } from './event-ages.ts';
import type { LaneWaits } from './lane.ts';

/** Events that wait in memory; the inbox has them as well. */
type Held = {
  readonly event: InboxEvent;
  /** When it is taken again, milliseconds since 1970. */
  readonly until: number;
  readonly parent: string | undefined;
  /** Its conversation, if later messages of it wait too. */
  readonly holds: string | undefined;
  /** The reason of a wait of more than a moment; `dead`: a dead event of its conversation. */
  readonly why: keyof LaneWaits | undefined;
};

/** The event of a conversation for which its later messages wait, and the message that it waits for. */
export type Hold = {
  readonly seq: number;
  readonly parent: string | undefined;
  readonly why: 'parent' | 'sender' | undefined;
};

/** Events that may wait in memory; when there are more, the rest stays in the inbox. */
const HELD_MAX = 10_000;

/** No event waits longer than this without being looked at: one that has to was put off before the clock was set back, milliseconds. */
const LONGEST_MS = 5_000;

const isOver = (until: number, now: number): boolean => until <= now || until > now + LONGEST_MS;

/** Events that were taken from the inbox and wait for something. */
export class HeldEvents {
  readonly #held = new Map<number, Held>();
  readonly ages: EventAges;

  constructor(clock: Pick<Clock, 'now' | 'elapsed'>) {
    this.ages = new EventAges(clock);
  }

  get size(): number {
    return this.#held.size;
  }

  /** The number of events by what they wait for. */
  get waits(): LaneWaits {
    const counts = { parent: 0, sender: 0, dead: 0 };
    for (const { why } of this.#held.values()) if (why) counts[why]++;
    return counts;
  }

  /** The number of events that may still be added. */
  get room(): number {
    return HELD_MAX - this.#held.size;
  }

  get seqs(): Iterable<number> {
    return this.#held.keys();
  }

  add(held: Held): void {
    this.#held.set(held.event.seq, held);
    this.ages.putOff(held.event);
  }

  drop(seq: number): void {
    this.#held.delete(seq);
    this.ages.drop(seq);
  }

  /** True if some could be taken now. */
  isDue(now: number): boolean {
    for (const { until } of this.#held.values()) if (isOver(until, now)) return true;
    return false;
  }

  /** Those whose time has come, oldest first. */
  due(now: number, most: number): readonly InboxEvent[] {
    return this.#some(({ until }) => isOver(until, now), most);
  }

  /** Those that wait for one of some messages, oldest first. */
  waitingFor(arrived: ReadonlySet<string>, most: number): readonly InboxEvent[] {
    return this.#some(({ parent }) => parent !== undefined && arrived.has(parent), most);
  }

  #some(is: (held: Held) => boolean, most: number): readonly InboxEvent[] {
    const events: InboxEvent[] = [];
    for (const held of this.#held.values()) if (is(held)) events.push(held.event);
    return events.toSorted((a, b) => a.seq - b.seq).slice(0, most);
  }

  /** The conversations whose later messages wait, each with the first event that they wait for. */
  holds(): Map<string, Hold> {
    const holds = new Map<string, Hold>();
    for (const { event, parent, why, holds: conversation } of this.#held.values()) {
      if (conversation === undefined || why === 'dead') continue;
      const before = holds.get(conversation);
      if (!before || event.seq < before.seq) holds.set(conversation, { seq: event.seq, parent, why });
    }
    return holds;
  }
}
