import type { Plan } from '../../delivery/plan.ts';
import { unreachedFiles } from '../../exports/export-tables.ts';
import { sheetLine } from '../../input/sources/sheet-line.ts';
import type { Files } from '../../system/files.ts';
import { writeList } from './list-file.ts';
import { SourceDigests } from './source-digests.ts';

const HEAD = 'path,url,name,type,size,sha256,why,message\n';

/**
 * Writes the list of the files of an export that no address leads everybody to: CSV. Those that are in the export are read,
 * for their size and their digest. Nothing is written if there are none.
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function writeAttachments(
  { unreached }: Pick<Plan, 'unreached'>,
  path: string,
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  const lines = unreached === undefined ? undefined : linesOf(unreached, files, signal);
  await writeList(path, HEAD, lines, 'the list of files', files);
}

async function* linesOf(table: string, files: Files, signal: AbortSignal): AsyncGenerator<string> {
  const digests = new SourceDigests(files, signal);
  for await (const { source } of unreachedFiles(table, files, signal))
    if (source !== '') await digests.want(source);
  for await (const cells of unreachedFiles(table, files, signal)) {
    const { path, url, name, type, why, message, source } = cells;
    const found = source === '' ? undefined : await digests.of(source);
    const { size, sha256 } = found ?? { size: cells.size, sha256: '' };
    yield sheetLine([path, url, name, type, String(size), sha256, why, message]);
  }
}
