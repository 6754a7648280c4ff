import type { Dialect, Header } from './header.ts';

/** The orders in which day, month and year stand. */
export const dayOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DayOrder = (typeof dayOrders)[number];

/** The orders that a date may be written in. */
export const ordersOf = ({ year }: Dialect): readonly DayOrder[] =>
  year === 'first' ? ['ymd'] : year === 'last' ? ['dmy', 'mdy'] : dayOrders;

/** The places of year, month and day. */
const PLACES = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] } as const;
const [YEAR_MIN, YEAR_MAX] = [2000, 2199];
/** Years of the Buddhist calendar, which Thai phones write, are so much ahead. */
const BUDDHIST = { from: 2500, ahead: 543 } as const;
const DAY_MS = 86_400_000;

/**
 * The day of a date in an order, as milliseconds from 1970 to its beginning in UTC; undefined if there is no such day. A year
 * of two digits is one from 2000 on.
 */
export function dayOf(
  { parts, dialect }: Pick<Header, 'parts' | 'dialect'>,
  order: DayOrder,
): number | undefined {
  const [yearAt, monthAt, dayAt] = PLACES[order];
  const [year, month, day] = [yearIn(parts[yearAt], dialect), parts[monthAt], parts[dayAt]];
  if (year < YEAR_MIN || year > YEAR_MAX || month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const found = Date.UTC(year, month - 1, day);
  return new Date(found).getUTCDate() === day ? found : undefined;
}

function yearIn(written: number, { year }: Dialect): number {
  if (year === 'short') return YEAR_MIN + written;
  return written >= BUDDHIST.from ? written - BUDDHIST.ahead : written;
}

/** The app exists since 2009, so an order in which a short year is older is hardly meant. */
const OLDEST_MS = Date.UTC(2009, 0, 1);
/** A message may arrive late, and stands where it arrived. */
const LATE_MS = 2 * DAY_MS;
/** Lines of another order that somebody has pasted into a text are at most one in so many. */
const PASTED_SHARE = 20;

/** Order of a file's dates, and how it was found. */
export type FoundOrder = {
  readonly order: DayOrder;
  /** Set if the days of the file prove another order than the declared one. */
  readonly isAgainst?: true;
};

type Evidence = { possible: number; impossible: number; back: number; last: number };

/** Gathers what the dates of a file say about their order. */
export class DayOrderEvidence {
  readonly #orders: readonly DayOrder[];
  readonly #found = new Map<DayOrder, Evidence>();

  constructor(dialect: Dialect) {
    this.#orders = ordersOf(dialect);
    for (const order of this.#orders)
      this.#found.set(order, { possible: 0, impossible: 0, back: 0, last: Number.NEGATIVE_INFINITY });
  }

  /** Takes the beginning of a message; a date in no order is none. */
  add(header: Header): void {
    const days = this.#orders.map((order) => dayOf(header, order));
    if (days.every((day) => day === undefined)) return;
    for (const [index, order] of this.#orders.entries()) {
      const [evidence, day] = [this.#found.get(order) as Evidence, days[index]];
      if (day === undefined || day < OLDEST_MS) evidence.impossible += 1;
      if (day === undefined) continue;
      evidence.possible += 1;
      if (day < evidence.last - LATE_MS) evidence.back += 1;
      evidence.last = day;
    }
  }

  /** The order of the file: proved by its days, or declared, or proved by their sequence; undefined if none of these. */
  order(declared: DayOrder | undefined): FoundOrder | undefined {
    const [first, second] = this.#orders;
    if (first !== undefined && second === undefined) return { order: first };
    const possible = this.#orders.filter((order) => this.#isPossible(order));
    const mayBe = possible.length === 0 ? this.#orders : possible;
    if (declared !== undefined && mayBe.includes(declared)) return { order: declared };
    // A short year hardly ever stands first: only where nothing else can be meant.
    const usual = possible.filter((order) => order !== 'ymd');
    const among = usual.length > 0 ? usual : possible;
    const proved = among.length === 1 ? among[0] : this.#inSequence(among);
    if (proved === undefined) return undefined;
    return declared === undefined ? { order: proved } : { order: proved, isAgainst: true };
  }

  #isPossible(order: DayOrder): boolean {
    const { possible, impossible } = this.#found.get(order) as Evidence;
    return possible > 0 && impossible * PASTED_SHARE <= possible;
  }

  /** The only one of several orders in which time does not go back. */
  #inSequence(orders: readonly DayOrder[]): DayOrder | undefined {
    const inSequence = orders.filter((order) => this.#found.get(order)?.back === 0);
    return inSequence.length === 1 ? inSequence[0] : undefined;
  }
}
