import { OriginError, type OriginRow } from '../origin.ts';
import type { ServicePage } from './app-client.ts';

type Row = OriginRow['row'];

/** A place among messages in the order of time. */
type MessagePlace = {
  /** Which of the parts that are asked for. */
  readonly part: number;
  readonly sentAt?: number;
  readonly id?: string;
  /** The ids of that second: a cursor may be inclusive. */
  readonly known?: readonly string[];
};

/** The ids of one second that are kept. */
const KNOWN_MAX = 5_000;

/** Leads through lists of messages by time and id, so that those of one second are all there once. */
export class MessagePlaces {
  readonly first = JSON.stringify({ part: 0 } satisfies MessagePlace);
  readonly #parts: readonly Readonly<Record<string, number>>[];
  readonly #until: number;

  /**
   * @param parts the filters of lists that are read one after the other
   * @param until messages sent later are left out, milliseconds since 1970
   */
  constructor(parts: readonly Readonly<Record<string, number>>[], until: number) {
    this.#parts = parts;
    this.#until = until;
  }

  /** Query of the page at a place. */
  query(at: string): Readonly<Record<string, string | number | undefined>> {
    // Without a time, the service decides at which end a list begins.
    const { part, sentAt = 1, id } = placeOf(at);
    return { ...this.#parts[part], sentAt, id };
  }

  /**
   * The messages of a page that no earlier one had, oldest first, and where the next one begins.
   * @throws OriginError `form` if the list leads back, or a message has no id and time
   */
  after(
    at: string,
    { rows, size }: ServicePage,
    limit: number,
  ): { readonly fresh: readonly Row[]; readonly next: string | undefined } {
    const place = placeOf(at);
    const known = new Set(place.known);
    const placed = rows.map((row) => ({ row, ...pointOf(row) })).sort(compare);
    const unknown = placed.filter(({ id }) => !known.has(id));
    const fresh = unknown.filter(({ sentAt }) => sentAt * 1_000 <= this.#until);
    const isLast = rows.length === 0 || (size !== undefined && rows.length < Math.min(size, limit));
    const last = unknown.at(-1);
    const { part, sentAt, id = '' } = place;
    const isBack = last !== undefined && sentAt !== undefined && compare(last, { sentAt, id }) <= 0;
    if ((last === undefined && rows.length >= limit) || isBack)
      throw new OriginError('form', `the list of messages leads back to what comes before the message ${id}`);
    return { fresh: fresh.map(({ row }) => row), next: next(this.#parts.length) };

    function next(parts: number): string | undefined {
      if (isLast || last === undefined || fresh.length === 0)
        return part + 1 < parts ? JSON.stringify({ part: part + 1 } satisfies MessagePlace) : undefined;
      const ofSecond = placed.filter((each) => each.sentAt === last.sentAt).map((each) => each.id);
      const earlier = sentAt === last.sentAt ? [...known] : [];
      return JSON.stringify({
        part,
        sentAt: last.sentAt,
        id: last.id,
        known: [...new Set([...earlier, ...ofSecond])].slice(-KNOWN_MAX),
      } satisfies MessagePlace);
    }
  }
}

const placeOf = (at: string): MessagePlace => JSON.parse(at) as MessagePlace;

type Point = { readonly sentAt: number; readonly id: string };

/** @throws OriginError `form` */
function pointOf({ id, sentAt }: Row): Point {
  const time = typeof sentAt === 'string' && /^\d{1,15}$/.test(sentAt) ? Number(sentAt) : sentAt;
  const isId = (typeof id === 'string' && id !== '') || typeof id === 'number';
  if (!isId || typeof time !== 'number')
    throw new OriginError('form', `a message has no id or no time: ${JSON.stringify({ id, sentAt })}`);
  return { id: String(id), sentAt: time };
}

/** By time, then by id; ids are a sequence written in digits. */
function compare(a: Point, b: Point): number {
  return a.sentAt - b.sentAt || a.id.length - b.id.length || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}
