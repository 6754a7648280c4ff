import { OriginError } from '../origin.ts';
import { type Json, text } from './asked.ts';

/**
 * A place in a list that is asked for by time: everything before `time` was read, and the records of that very time whose
 * ids are in `seen`. So it needs no record that may be deleted meanwhile, and equal times over the end of a page lose and
 * double nothing.
 */
export type TimePlace = {
  /** As the old system wrote it, with all of its digits. */
  readonly time: string;
  readonly seen: readonly string[];
  /** Set if all records of that time were read. */
  readonly after?: true;
};

/** The place that begins at a time, in milliseconds since 1970. */
export const placeFrom = (ms: number): TimePlace => ({ time: new Date(ms).toISOString(), seen: [] });

const UTC = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|\+00:00)$/;

/** A time in a form in which texts compare as times do; undefined for what is none. */
function sortable(time: unknown): string | undefined {
  const [, whole, fraction = ''] = UTC.exec(text(time) ?? '') ?? [];
  return whole && `${whole}.${fraction.padEnd(9, '0')}`;
}

/** A record with what its page is read by. */
export type Timed = { readonly row: Json; readonly id: string; readonly time: string };

/**
 * The records of a page that were not read before, the earliest first.
 * @param idOf the id of a record
 * @param timeOf the time of a record, as the old system wrote it
 * @throws OriginError `form` for records without an id or a time, or before the place
 */
export function freshOf(
  rows: readonly Json[],
  place: TimePlace,
  { idOf, timeOf }: { idOf(row: Json): unknown; timeOf(row: Json): unknown },
): readonly Timed[] {
  const from = sortable(place.time) ?? '';
  const seen = new Set(place.seen);
  const fresh: (Timed & { readonly at: string })[] = [];
  for (const row of rows) {
    const [id, at] = [text(idOf(row)), sortable(timeOf(row))];
    if (id === undefined || at === undefined)
      throw new OriginError('form', 'a record of the list has no id, or no time in UTC');
    if (at < from)
      throw new OriginError(
        'form',
        `the list goes back to ${text(timeOf(row))}: it ignores where it was to continue`,
      );
    if (at > from || !seen.has(id)) fresh.push({ row, id, time: text(timeOf(row)) ?? '', at });
  }
  return fresh.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** The place after records that were read. */
export function placeAfter(place: TimePlace, read: readonly Timed[]): TimePlace {
  const last = sortable(read.at(-1)?.time);
  if (last === undefined) return place;
  const seen = read.filter(({ time }) => sortable(time) === last).map(({ id }) => id);
  const isSame = last === sortable(place.time);
  return isSame
    ? { ...place, seen: [...place.seen, ...seen] }
    : { time: read.at(-1)?.time ?? place.time, seen };
}

/** Asks for a page: at most `limit` records from, after, or up to a time, whichever member is set. */
export type AskTimed = (
  bounds: { readonly [bound in `created_at_${'after_or_equal' | 'after' | 'before_or_equal'}`]?: string },
) => Promise<readonly Json[]>;

const BY = { idOf: ({ id }: Json) => id, timeOf: ({ created_at }: Json) => created_at };

/** The next records of a list by time, and whether it goes on after them. */
export async function readTimed(
  ask: AskTimed,
  place: TimePlace,
  limit: number,
): Promise<{ readonly fresh: readonly Timed[]; readonly place: TimePlace; readonly isEnd: boolean }> {
  const { time, after } = place;
  const rows = await ask(after ? { created_at_after: time } : { created_at_after_or_equal: time });
  const fresh = freshOf(rows, place, BY);
  if (fresh.length > 0 || rows.length < limit) return { fresh, place, isEnd: rows.length < limit };
  // A whole page of one time, seen before: the end of that time is asked for from behind.
  const behind = await ask({ created_at_before_or_equal: time });
  const from = sortable(time) ?? '';
  const rest = freshOf(
    behind.filter((row) => (sortable(row['created_at']) ?? from) >= from),
    place,
    BY,
  );
  if (behind.length >= limit && rest.length === behind.length)
    throw new OriginError(
      'form',
      `more than ${2 * limit} messages have the time ${time}: they cannot be told apart`,
    );
  return { fresh: rest, place: { ...place, after: true }, isEnd: false };
}
