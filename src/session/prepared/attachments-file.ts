import { createHash } from 'node:crypto';
import { stringify } from 'csv-stringify/sync';
import type { Plan } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { FILE_COLUMNS } from '../../input/exports/convert/unreached.ts';
import { openPrepared } from '../../input/prepared/open-prepared.ts';
import { storedBytes } from '../../input/sources/bytes/bytes.ts';
import { escapeFormula } from '../../input/sources/rejects-format.ts';
import type { Files } from '../../system/files.ts';
import { writeList } from './list-file.ts';

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
  if (unreached === undefined) {
    if (files.existsSync(path)) await files.rm(path, { force: true });
    return;
  }
  await writeList(path, HEAD, linesOf(unreached, files, signal), 'the list of files', files);
}

async function* linesOf(table: string, files: Files, signal: AbortSignal): AsyncGenerator<string> {
  const source = await openPrepared(table, 0, files);
  for await (const rows of source.read(undefined, signal))
    for (const { values } of rows) {
      const cells = values as readonly string[];
      const of = (name: (typeof FILE_COLUMNS)[number]): string => cells[FILE_COLUMNS.indexOf(name)] ?? '';
      const found = of('source') === '' ? undefined : await digestOf(of('source'), files, signal);
      const { size, sha256 } = found ?? { size: of('size'), sha256: '' };
      const line = [
        of('path'),
        of('url'),
        escapeFormula(of('name')),
        of('type'),
        size,
        sha256,
        of('why'),
        of('message'),
      ];
      yield stringify([line]);
    }
}

type Digest = { readonly size: string; readonly sha256: string };

/** The size and the digest of a file of the export; undefined if it cannot be read. */
async function digestOf(path: string, files: Files, signal: AbortSignal): Promise<Digest | undefined> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    for await (const piece of storedBytes(path, files, signal)) {
      size += piece.length;
      hash.update(piece);
    }
  } catch (error) {
    if (!(error instanceof RunError) || signal.aborted) throw error;
    return undefined;
  }
  return { size: String(size), sha256: hash.digest('hex') };
}
