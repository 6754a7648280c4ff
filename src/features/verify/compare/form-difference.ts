import type { TimeRule } from '../../../input/entities/entity.ts';
import { defined } from '../../../input/json/defined.ts';
import { type JudgeDeps, judge } from '../../../input/rows/judge.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import type { PlaceOf } from '../../../input/rows/place.ts';
import type { Row, RowPlace } from '../../../input/rows/row.ts';
import { type ExpectedRow, type ExpectedRows, NOT_IN_A_FILE } from '../expect/expected-rows.ts';
import { type FormRules, type RowForm, sourceForm, stable, targetForm, timesOf } from '../expect/row-form.ts';
import { memberText, readMembers, unsaidIn } from '../expect/sent-members.ts';
import type { Difference, FieldDifference } from '../result/verification-report.ts';
import type { FoundDifference, FoundDifferences } from './found-differences.ts';

/** True if a time of the service is correct for that of the source: equal or not earlier, by its rule. */
export function timeFits(
  { rule }: TimeRule,
  source: number | undefined,
  target: number | undefined,
): boolean {
  if (source === undefined) return true;
  return rule === 'given' ? target === source : target !== undefined && target >= source;
}

/** The fields in which a source row and a service row differ, with the values of both. */
function formDifference(source: RowForm, target: RowForm, comparison: FormRules): readonly FieldDifference[] {
  const names = new Set([...source.exact.keys(), ...target.exact.keys()]);
  const exact = [...names].flatMap((field) => {
    const [left, right] = [source.exact.get(field), target.exact.get(field)];
    return left !== undefined && right !== undefined && stable(left) === stable(right)
      ? []
      : [defined({ field, source: left, target: right })];
  });
  const times = timesOf(comparison).flatMap((time, at) => {
    const [left, right] = [source.times[at], target.times[at]];
    return timeFits(time, left, right) ? [] : [defined({ field: time.field, source: left, target: right })];
  });
  return essential([...exact, ...times]);
}

/** Drops differences that follow from another one: of a deleted message, and the scope of a banned member. */
function essential(found: readonly FieldDifference[]): readonly FieldDifference[] {
  const deleted = found.filter(({ field }) => field === 'deletedAt');
  if (deleted.length > 0) return deleted;
  const banned = found.some(({ field }) => field === 'isBanned');
  return banned ? found.filter(({ field }) => field !== 'scope') : found;
}

/** Parts needed to complete the differences of one entity. */
type NamingDeps = {
  readonly comparison: FormRules;
  readonly rows: ExpectedRows;
  readonly found: FoundDifferences;
  readonly judge: JudgeDeps;
  readonly placeOf: PlaceOf;
  /** Reads rows of the source again; places must be in the order of the sources. */
  readonly rowsAt: (places: readonly RowPlace[]) => Promise<readonly (Row | undefined)[]>;
};

const CHUNK = 500;

/** The differences of an entity as reported: with their places and, for rows that differ, their fields. */
export async function* nameDifferences(deps: NamingDeps): AsyncGenerator<Difference> {
  let chunk: FoundDifference[] = [];
  for (const one of deps.found.of(deps.comparison.entity)) {
    chunk.push(one);
    if (chunk.length < CHUNK) continue;
    yield* await named(chunk, deps);
    chunk = [];
  }
  yield* await named(chunk, deps);
}

async function named(chunk: readonly FoundDifference[], deps: NamingDeps): Promise<readonly Difference[]> {
  const placed = chunk.map((one) => ({ one, at: placeOf(one, deps.rows) }));
  const asked = placed.flatMap(({ one, at }) => (at && one.target ? [at] : []));
  const rows = await deps.rowsAt(asked);
  const rowOf = new Map(asked.map((at, index) => [at.id, rows[index]]));
  return placed.map(({ one, at }) => {
    const place = at && deps.placeOf(at.file, at.line);
    const { entity, mark, key, message } = one;
    const fields = one.target && at ? fieldsOf(one, rowOf.get(at.id), deps) : one.fields;
    return defined({ entity, mark, key, file: place?.name, line: place?.line, fields, message });
  });
}

/** The row in the sources that a difference is about, if there is one. */
function placeOf({ id }: FoundDifference, rows: ExpectedRows): ExpectedRow | undefined {
  const at = id === undefined ? undefined : rows.at(id);
  return at?.file === NOT_IN_A_FILE ? undefined : at;
}

function fieldsOf(
  { target, fields = [] }: FoundDifference,
  row: Row | undefined,
  { comparison, judge: deps }: NamingDeps,
): readonly FieldDifference[] {
  const judged = row && judge(row, deps);
  if (!row || !judged?.data || !target) return fields;
  const owned = (deps.mappings[row.file] as Mapping).owned(row.values);
  const unsaid = unsaidIn(comparison.entity, judged.data, owned);
  const sent = readMembers(memberText(comparison.entity, judged.data, unsaid, owned));
  const found = formDifference(
    sourceForm(judged.data, comparison, unsaid),
    targetForm(target, comparison, sent),
    comparison,
  );
  return [...found, ...fields];
}
