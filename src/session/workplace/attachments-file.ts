import type { Plan } from '../../delivery/plan.ts';
import { unreachedFiles } from '../../exports/export-tables.ts';
import { sheetLine } from '../../input/sources/sheet-line.ts';
import type { Files } from '../../system/files.ts';
import { writeList } from './list-file.ts';
import { SourceDigests } from './source-digests.ts';

/** The columns of the list of files. */
export const ATTACHMENT_COLUMNS = ['path', 'url', 'name', 'type', 'size', 'sha256', 'why', 'message'];

export const LIST_OF_FILES = 'the list of files';

/**
 * Writes the list of the files of an export that no address leads everybody to: CSV. Those that are in the export are read,
 * for their size and their digest. Nothing is written if there are none, or if files are copied: then the list says what became
 * of each.
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function writeAttachments(
  { unreached, copies }: Pick<Plan, 'unreached' | 'copies'>,
  path: string,
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  if (copies) return;
  const lines = unreached === undefined ? undefined : linesOf(unreached, files, signal);
  await writeList(path, sheetLine(ATTACHMENT_COLUMNS), lines, LIST_OF_FILES, files);
}

async function* linesOf(table: string, files: Files, signal: AbortSignal): AsyncGenerator<string> {
  for await (const cells of unreachedCells(table, files, signal)) yield sheetLine(cells);
}

/** The cells of each file of an export that no address leads to. */
export async function* unreachedCells(
  table: string,
  files: Files,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  const digests = new SourceDigests(files, signal);
  for await (const { source } of unreachedFiles(table, files, signal))
    if (source !== '') await digests.want(source);
  for await (const cells of unreachedFiles(table, files, signal)) {
    const { path, url, name, type, why, message, source } = cells;
    const found = source === '' ? undefined : await digests.of(source);
    const { size, sha256 } = found ?? { size: cells.size, sha256: '' };
    yield [path, url, name, type, String(size), sha256, why, message];
  }
}
