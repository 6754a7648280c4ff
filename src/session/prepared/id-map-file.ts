import { stringify } from 'csv-stringify/sync';
import type { Plan, Step } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { isReferredTo } from '../../input/entities/entity.ts';
import { KeySet } from '../../input/prepared/key-table.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Row } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';
import { writeList } from './list-file.ts';

const HEAD = 'entity,source,id\n';

/**
 * Writes the ids of users and groups that differ from the cells that they were made of, so that the app can follow: CSV
 * with the columns entity, source and id. Reads those sources once. Nothing is written if the ids are the cells themselves.
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function writeIdMap(
  { steps }: Plan,
  path: string,
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  const changing = steps.filter(
    ({ entity, sources, mappings }) =>
      isReferredTo(entity.name) &&
      sources.some((source, file) => makesIds(source, mappings[file] as Mapping)),
  );
  if (changing.length === 0) {
    if (files.existsSync(path)) await files.rm(path, { force: true });
    return;
  }
  await writeList(path, HEAD, idsOf(changing, signal), 'the list of ids', files);
}

async function* idsOf(steps: readonly Step[], signal: AbortSignal): AsyncGenerator<string> {
  for (const step of steps) yield* changedIds(step, signal);
}

/** Whether ids of a source may differ from their cells. A column as it is, or in lower case, is the same id. */
function makesIds(source: Source, { fields, isPlain }: Mapping): boolean {
  const isDerived = source.inputs?.length === 0;
  const key = fields.find(({ field }) => field === 'uid' || field === 'guid');
  return isDerived || (key !== undefined && (typeof key.source === 'object' || !isPlain));
}

/** A line for each distinct id that differs from its cell. */
async function* changedIds({ entity, sources, mappings }: Step, signal: AbortSignal): AsyncGenerator<string> {
  const [keyField] = entity.keyFields;
  const said = new KeySet();
  for await (const rows of readable(readRows(sources, undefined, signal)))
    for (const row of rows) {
      const mapping = mappings[row.file] as Mapping;
      if (row.fault || row.leftOut !== undefined || mapping.leftOut?.(row.values) !== undefined) continue;
      const cell = cellOf(row, mapping, keyField);
      const id = mapping(row.values).fields[keyField];
      if (cell === undefined || typeof id !== 'string' || id.toLowerCase() === cell.toLowerCase()) continue;
      if (said.add([cell, id])) yield stringify([[entity.name, cell, id.toLowerCase()]]);
    }
}

/** The rows up to a place where a file cannot be read any further; the run itself says so. */
async function* readable(chunks: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  try {
    yield* chunks;
  } catch (error) {
    if (!(error instanceof RunError) || !error.code.startsWith('SOURCE.')) throw error;
  }
}

/** The cell that a key was made of; a derived row has it beside its key. */
function cellOf({ values }: Row, mapping: Mapping, field: string): string | undefined {
  const kept = Array.isArray(values) ? undefined : (values as { readonly $cell?: unknown }).$cell;
  const cell = kept ?? mapping.cell(values, field);
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : undefined;
}
