import { type JudgeDeps, judge } from '../../../input/rows/judge.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import type { PlaceOf } from '../../../input/rows/place.ts';
import type { Row, RowPlace } from '../../../input/rows/row.ts';
import type { ExpectedRow } from '../expect/expected-row.ts';
import { type ExpectedRows, NOT_IN_A_FILE } from '../expect/expected-rows.ts';
import { type FormRules, sourceForm, targetForm } from '../expect/row-form.ts';
import { memberText, readMembers, unsaidIn } from '../expect/sent-members.ts';
import type { Difference, FieldDifference } from '../result/verification-report.ts';
import { formDifference } from './form-difference.ts';
import type { FoundDifference, FoundDifferences } from './found-differences.ts';

/** Parts needed to complete the differences of one entity. */
export type NamingDeps = {
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
    return {
      entity,
      mark,
      key,
      ...(place ? { file: place.name, line: place.line } : {}),
      ...(fields ? { fields } : {}),
      ...(message === undefined ? {} : { message }),
    };
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
