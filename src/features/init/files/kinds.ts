import type { EntityName } from '../../../input/entities/entity.ts';
import { isHintedAs } from '../../../inspection/words/field-names.ts';
import { changeIn } from '../../../inspection/words/values.ts';
import { type Examined, examineFile, type InspectOptions } from './inspect-file.ts';

/** Kinds whose filled columns are less alike than this are about different things. */
const ALIKE = 0.5;
/** More kinds are no kinds. */
const KINDS_MAX = 32;

/**
 * Splits a file whose rows are of several kinds, if a column tells which: an event log, or an export of all tables in one
 * file. The rows of each kind are looked at apart.
 * @throws RunError `SOURCE.*`
 */
export async function splitByKind(
  path: string,
  examined: Examined,
  options: InspectOptions,
  signal: AbortSignal,
): Promise<readonly Examined[]> {
  const { columns, rows } = examined.inspection;
  if (options.entity !== undefined && examined.inspection.entity?.entity === undefined) return [examined];
  for (const { name, values, filled } of columns) {
    if (!values || values.length < 2 || values.length > KINDS_MAX || filled < rows * 0.95) continue;
    if (!isHintedAs('kind', lastPart(name)) || !mayDiffer(examined, name, values)) continue;
    const kinds: Examined[] = [];
    for (const value of values) {
      const words = value.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
      const change = changeIn(words);
      const kind = { column: name, value, ...(change ? ({ change } as const) : {}) };
      kinds.push(await examineFile(path, { ...options, kind }, signal));
    }
    if (areDifferent(kinds, name)) return kinds;
  }
  return [examined];
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** True if the rows that are kept do not show that all kinds fill the same columns. */
function mayDiffer({ sample }: Examined, column: string, values: readonly string[]): boolean {
  const filled = new Map<string, Set<string>>();
  for (const row of sample) {
    const names = filled.get(row[column] ?? '') ?? new Set();
    for (const name of Object.keys(row)) names.add(name);
    filled.set(row[column] ?? '', names);
  }
  return values.some((value) => !filled.has(value)) || someDiffer([...filled.values()]);
}

function someDiffer(sets: readonly ReadonlySet<string>[]): boolean {
  return sets.some((a, at) =>
    sets.slice(at + 1).some((b) => a.intersection(b).size < a.union(b).size * ALIKE),
  );
}

/** True if some kinds fill other columns than others do, and are of different entities. */
function areDifferent(kinds: readonly Examined[], column: string): boolean {
  const sets = kinds.map(
    ({ inspection: { columns, rows } }) =>
      new Set(
        columns.filter(({ name, filled }) => name !== column && filled > rows / 2).map(({ name }) => name),
      ),
  );
  const entities = new Set<EntityName>(kinds.flatMap(({ inspection: { entity } }) => entity?.entity ?? []));
  const hasChanges = kinds.some(({ inspection: { kind } }) => kind?.change);
  return someDiffer(sets) && (entities.size > 1 || (hasChanges && entities.size > 0));
}
