import { join } from 'node:path';
import { archiveKind } from '../../input/sources/bytes/archive-list.ts';
import type { Files } from '../../system/files.ts';

/** More files than these are not archives alone. */
const ARCHIVES_MAX = 10_000;

/**
 * The archives of a folder that has nothing else, as exports that are kept side by side; for every other path the path itself.
 * @param names the names in the folder that count, in their order
 */
export async function archivesIn(
  path: string,
  names: (folder: string) => Promise<readonly string[]>,
  files: Files,
): Promise<readonly string[]> {
  const stats = await files.stat(path).catch(() => undefined);
  if (!stats?.isDirectory()) return [path];
  const found = await names(path);
  if (found.length === 0 || found.length > ARCHIVES_MAX) return [path];
  const archives: string[] = [];
  for (const name of found) {
    const one = join(path, name);
    // A link may lead out of the export.
    if (!(await files.lstat(one)).isFile() || (await archiveKind(files, one)) === undefined) return [path];
    archives.push(one);
  }
  return archives;
}
