import { WITHOUT_ROOT } from '../../input/entities/message-marks.ts';
import { ofExisting, SENT_AS_READ, UNTYPED } from '../../input/entities/policies.ts';
import { DIGITS_LOST } from '../../input/json/rounded-numbers.ts';
import { MENTIONS_LOST } from '../../input/rows/markup/mentions.ts';
import { isReject, type Outcome } from '../../input/rows/outcome.ts';
import { type PlaceOf, placeText } from '../../input/rows/place.ts';
import type { Cursor, Row } from '../../input/rows/row.ts';
import type { Settled } from '../in-flight.ts';
import { countRow, problemsOf, SAMPLES_MAX, type Tally, tallyProblem } from './tally.ts';

/** Outcomes of rows that are sent as a whole. */
const NEW: ReadonlySet<Outcome['status']> = new Set(['created', 'pending']);
const WRITTEN: ReadonlySet<Outcome['status']> = new Set([...NEW, 'updated']);

/**
 * Adds the outcomes of rows that have left the window; to the counts only those that are not among them yet.
 * @param placeOf where a row came from
 * @param samplesMax how many examples are kept for each code
 */
export function tally(
  into: Tally,
  settled: readonly Settled[],
  placeOf: PlaceOf,
  samplesMax = SAMPLES_MAX,
): void {
  for (const each of settled) {
    const { outcome, notCarried } = each;
    if (!each.counted) countRow(into, outcome.status);
    if (outcome.status === 'skipped') into.skipped[outcome.rule] = (into.skipped[outcome.rule] ?? 0) + 1;
    if (isReject(outcome) || outcome.status === 'inDoubt')
      tallyBad(into, each.row, each.key, outcome, { placeOf, samplesMax });
    else if (notCarried)
      for (const field of notCarried) {
        // A message that is there keeps the times that it has, a group its type.
        if ((field === SENT_AS_READ || field === UNTYPED) && !NEW.has(outcome.status)) continue;
        if (field === 'parentMuid' && notCarried.includes(WITHOUT_ROOT)) continue;
        // One that stays as it is loses nothing.
        if ((field === MENTIONS_LOST || field === DIGITS_LOST) && !WRITTEN.has(outcome.status)) continue;
        const name = outcome.status === 'exists' ? ofExisting(field) : field;
        into.notCarried[name] = (into.notCarried[name] ?? 0) + 1;
      }
  }
}

/** Adds a row that was rejected or blocked or is in doubt. */
function tallyBad(
  into: Tally,
  row: Row,
  key: string | undefined,
  outcome: Outcome,
  { placeOf, samplesMax }: { readonly placeOf: PlaceOf; readonly samplesMax: number },
): void {
  const codes = new Set<string>();
  for (const problem of problemsOf(outcome)) {
    const group = into.problems[problem.code] ?? { count: 0, samples: [] };
    into.problems[problem.code] = group;
    if (!codes.has(problem.code)) group.count++;
    codes.add(problem.code);
  }
  tallyProblem(into, problemsOf(outcome), row, key, placeOf, samplesMax);
  if (outcome.status !== 'inDoubt') return;
  into.doubts ??= [];
  into.doubts.push(startOf(row));
}

/** Adds rows that are older than what the service keeps, whatever became of them. */
export function tallyTooOld(into: Tally, settled: readonly Settled[]): void {
  let { count, oldest } = into.tooOld ?? { count: 0, oldest: Number.POSITIVE_INFINITY };
  for (const { tooOldAt } of settled)
    if (tooOldAt !== undefined) {
      count++;
      oldest = Math.min(oldest, tooOldAt);
    }
  if (count > 0) into.tooOld = { count, oldest };
}

/** The position before a row: reading from there returns it first. */
const startOf = ({ file, readFrom, row, line, byte }: Row): Cursor => ({
  file: readFrom ?? file,
  row: row - 1,
  line,
  byte,
});

/** Takes rows in doubt out of a tally, because they have been sent again and are tallied anew. */
export function untallyDoubts(from: Tally, settled: readonly Settled[], placeOf: PlaceOf): void {
  const id = ({ file, row }: Pick<Cursor, 'file' | 'row'>): string => `${file} ${row}`;
  const again = new Set(settled.map(({ row }) => id(startOf(row))));
  const places = new Set(settled.map(({ row }) => placeText(placeOf(row.file, row.line))));
  from.doubts = from.doubts?.filter((place) => !again.has(id(place))) ?? [];
  from.counts.read -= settled.length;
  from.counts.inDoubt -= settled.length;
  const group = from.problems['ROW.IN_DOUBT'];
  if (!group) return;
  group.count -= settled.length;
  group.samples = group.samples.filter(({ file, line }) => !places.has(placeText({ name: file, line })));
  if (group.count === 0) delete from.problems['ROW.IN_DOUBT'];
}
