import { stringify } from 'csv-stringify/sync';
import type { Plan, Step } from '../../delivery/plan.ts';
import { asRunError, RunError } from '../../errors/run-error.ts';
import { isReferredTo } from '../../input/entities/entity.ts';
import { KeySet } from '../../input/prepared/key-table.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Row } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';

const HEAD = 'entity,source,id\n';
const BUFFER_CHARS = 1 << 16;

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
  const next = `${path}.next`;
  let count = 0;
  try {
    await files.rm(next, { force: true });
    {
      await using file = await files.open(next, 'wx', 0o600);
      let at = 0;
      const write = async (text: string): Promise<void> => {
        const bytes = Buffer.from(text);
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at);
          done += bytesWritten;
          at += bytesWritten;
        }
      };
      let text = HEAD;
      for (const step of changing)
        for await (const line of changedIds(step, signal)) {
          count++;
          text += line;
          if (text.length < BUFFER_CHARS) continue;
          await write(text);
          text = '';
        }
      await write(text);
      await file.sync();
    }
    if (count > 0) return await files.rename(next, path);
    await files.rm(next, { force: true });
    await files.rm(path, { force: true });
  } catch (error) {
    const message = `the list of ids ${path} cannot be written: ${(error as Error).message}`;
    throw asRunError(error as Error, 'STATE.UNWRITABLE', message);
  }
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
