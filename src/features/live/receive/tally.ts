import type { Waiting } from '../inbox/inbox.ts';
import { type Side, sides } from '../side.ts';
import { ANSWER_BOUNDS, type AnswerTimes, answerSpan } from './answer-times.ts';

/**
 * Why requests at a right address are not taken: their body is too large, is damaged, is packed in a way that is not known, or did not
 * come whole; or nothing can be stored now.
 */
export const refusals = [
  'tooLarge',
  'malformed',
  'unsupportedEncoding',
  'incomplete',
  'unavailable',
] as const;
export type RefusalReason = (typeof refusals)[number];

/** Numbers of one side. */
export type SideCounts = {
  /** Events that were stored and answered with 2xx. */
  readonly received: number;
  readonly badSignatures: number;
  /** Requests that were not taken, though their address was right; a reason that is missing has none. */
  readonly refused: Readonly<Partial<Record<RefusalReason, number>>>;
  /** When the last event was answered with 2xx, milliseconds since 1970; 0 if none was. */
  readonly lastAnswered: number;
};

const NAMES = ['received', 'badSignatures', 'lastAnswered', ...refusals] as const;
type CountName = (typeof NAMES)[number];

const WAITING_EVENTS = sides.length * NAMES.length;
const WAITING_BYTES = WAITING_EVENTS + 1;
const ANSWERS = WAITING_BYTES + 1;
/** The time of all answers, microseconds. */
const ANSWERS_SUM = ANSWERS + ANSWER_BOUNDS.length + 1;
const PLACES = ANSWERS_SUM + 1;

const placeOf = (side: Side, name: CountName): number =>
  sides.indexOf(side) * NAMES.length + NAMES.indexOf(name);

/** The numbers of a receiver, in memory that two threads share. */
export class ReceiverTally {
  /** The memory, for another thread to see the same numbers. */
  readonly shared: BigInt64Array<SharedArrayBuffer>;

  constructor(shared = new BigInt64Array(new SharedArrayBuffer(PLACES * 8))) {
    this.shared = shared;
  }

  count(side: Side, name: Exclude<CountName, 'lastAnswered'>): void {
    Atomics.add(this.shared, placeOf(side, name), 1n);
  }

  answered(side: Side, at: number): void {
    this.count(side, 'received');
    Atomics.store(this.shared, placeOf(side, 'lastAnswered'), BigInt(at));
  }

  /** Counts an answer, whatever it was, by the time that it took. */
  answerTook(ms: number): void {
    Atomics.add(this.shared, ANSWERS + answerSpan(ms), 1n);
    Atomics.add(this.shared, ANSWERS_SUM, BigInt(Math.round(ms * 1_000)));
  }

  /** Begins with what earlier receivers counted. */
  begin(counts: Readonly<Record<Side, SideCounts>>, answers: AnswerTimes | undefined): void {
    const set = (place: number, count = 0): void => void Atomics.store(this.shared, place, BigInt(count));
    for (const side of sides) {
      const { refused, ...others } = counts[side];
      for (const [name, count] of Object.entries({ ...others, ...Object(refused) } as Record<
        CountName,
        number
      >))
        if (NAMES.includes(name as CountName)) set(placeOf(side, name as CountName), count);
    }
    for (const [at, count] of (answers?.counts ?? []).entries())
      if (at <= ANSWER_BOUNDS.length) set(ANSWERS + at, count);
    set(ANSWERS_SUM, Math.round((answers?.sumMs ?? 0) * 1_000));
  }

  of(side: Side): SideCounts {
    const read = (name: CountName): number => this.#read(placeOf(side, name));
    return {
      received: read('received'),
      badSignatures: read('badSignatures'),
      refused: Object.fromEntries(refusals.map((why) => [why, read(why)])),
      lastAnswered: read('lastAnswered'),
    };
  }

  get answers(): AnswerTimes {
    return {
      counts: Array.from({ length: ANSWER_BOUNDS.length + 1 }, (_, at) => this.#read(ANSWERS + at)),
      sumMs: this.#read(ANSWERS_SUM) / 1_000,
    };
  }

  set waiting({ events, bytes }: Waiting) {
    Atomics.store(this.shared, WAITING_EVENTS, BigInt(events));
    Atomics.store(this.shared, WAITING_BYTES, BigInt(bytes));
  }

  get waiting(): Waiting {
    return { events: this.#read(WAITING_EVENTS), bytes: this.#read(WAITING_BYTES) };
  }

  #read(place: number): number {
    return Number(Atomics.load(this.shared, place));
  }
}
