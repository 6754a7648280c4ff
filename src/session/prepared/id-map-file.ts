import { stringify } from 'csv-stringify/sync';
import type { Plan, Step } from '../../delivery/plan.ts';
import { asRunError } from '../../errors/run-error.ts';
import { isReferredTo } from '../../input/entities/entity.ts';
import { KeySet } from '../../input/prepared/key-table.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Row } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import type { Files } from '../../system/files.ts';

const HEAD = 'entity,source,id\n';
const BUFFER_CHARS = 1 << 16;

/**
 * Writes the ids of users and groups that differ from the cells that they were made of, so that the app can follow: CSV
 * with the columns entity, source and id. Reads those sources once. Nothing is written if the ids are the cells themselves.
 * @throws RunError `SOURCE.*`, `STATE.UNWRITABLE`
 */
export async function writeIdMap(
  { steps }: Plan,
  path: string,
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  const changing = steps.filter((step) => isReferredTo(step.entity.name) && step.mappings.some(makesIds));
  if (changing.length === 0) return await files.rm(path, { force: true });
  const next = `${path}.next`;
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
          text += line;
          if (text.length < BUFFER_CHARS) continue;
          await write(text);
          text = '';
        }
      await write(text);
      await file.sync();
    }
    await files.rename(next, path);
  } catch (error) {
    const message = `the list of ids ${path} cannot be written: ${(error as Error).message}`;
    throw asRunError(error as Error, 'STATE.UNWRITABLE', message);
  }
}

/** Whether ids may differ from their cells. A column as it is, or in lower case, is the same id. */
function makesIds({ fields }: Mapping): boolean {
  const key = fields.find(({ field }) => field === 'uid' || field === 'guid');
  return key !== undefined && (typeof key.source === 'object' || key.source === key.field);
}

/** A line for each distinct id that differs from its cell. */
async function* changedIds({ entity, sources, mappings }: Step, signal: AbortSignal): AsyncGenerator<string> {
  const [keyField] = entity.keyFields;
  const said = new KeySet();
  for await (const rows of readRows(sources, undefined, signal))
    for (const row of rows) {
      const mapping = mappings[row.file] as Mapping;
      if (row.fault || row.leftOut !== undefined || mapping.leftOut?.(row.values) !== undefined) continue;
      const cell = cellOf(row, mapping, keyField);
      const id = mapping(row.values).fields[keyField];
      if (cell === undefined || typeof id !== 'string' || id.toLowerCase() === cell.toLowerCase()) continue;
      if (said.add([cell, id])) yield stringify([[entity.name, cell, id.toLowerCase()]]);
    }
}

/** The cell that a key was made of; a derived row has it beside its key. */
function cellOf({ values }: Row, mapping: Mapping, field: string): string | undefined {
  const kept = Array.isArray(values) ? undefined : (values as { readonly $cell?: unknown }).$cell;
  const cell = kept ?? mapping.cell(values, field);
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : undefined;
}
