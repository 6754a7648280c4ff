import type { Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import type { PatternUse } from '../../input/rows/forms/pattern-uses.ts';
import { readRows } from '../../input/sources/read-rows.ts';

/**
 * Reads the files of a step until there is a row, every pattern has matched a cell, and every column of a condition was
 * there: usually one chunk.
 * @returns whether there is a row
 * @throws RunError `MAP.PATTERN_NEVER`, `WHERE.COLUMN_MISSING`
 */
export async function assertUsed(step: Step, signal: AbortSignal): Promise<boolean> {
  const { entity, sources, mappings } = step;
  let hasRows = false;
  const isOpen = (): boolean =>
    neverMatched(step).length > 0 || mappings.some(({ whereUnseen }) => whereUnseen().length > 0);
  const mayBeOpen = mappings.some(({ isPlain, leftOut }) => !isPlain || leftOut);
  for await (const rows of readRows(sources, undefined, signal)) {
    if (rows.length > 0) hasRows = true;
    if (mayBeOpen)
      for (const { file, values, fault } of rows) {
        const mapping = mappings[file];
        if (!fault && mapping && mapping.leftOut?.(values) === undefined) mapping(values);
      }
    if (hasRows && !isOpen()) return true;
  }
  const [unused] = neverMatched(step);
  if (unused)
    throw new RunError(
      'MAP.PATTERN_NEVER',
      `sources.${entity.name}.map.${unused.field}: the pattern ${unused.pattern} fits no cell, the first is ${JSON.stringify(unused.cell)}`,
    );
  const unseen = mappings.map(({ whereUnseen }) => new Set(whereUnseen()));
  const [first, ...others] = unseen;
  const absent = [...(first ?? [])].find((column) => others.every((other) => other.has(column)));
  if (hasRows && absent !== undefined)
    throw new RunError(
      'WHERE.COLUMN_MISSING',
      `sources.${entity.name}.where: no row has ${JSON.stringify(absent)}`,
    );
  return hasRows;
}

/** The patterns of a source that were tried, and have matched no cell in any of its files. */
function neverMatched({ mappings, origins }: Step): readonly PatternUse[] {
  const tried = mappings.flatMap(({ patterns }, file) =>
    patterns().map((use) => ({ use, id: JSON.stringify([origins[file]?.index, use.field, use.pattern]) })),
  );
  const matched = new Set(tried.flatMap(({ use, id }) => (use.hasMatched ? [id] : [])));
  return tried.flatMap(({ use, id }) => (matched.has(id) ? [] : [use]));
}
