import { join } from 'node:path';
import type { Files } from '../../system/files.ts';

/**
 * The files of a state in a folder of it and below; not those of shards, which may be many and are states of their own.
 * @param below a folder of the state
 * @returns paths in the state, with slashes
 */
export async function pathsBelow(folder: string, files: Files, below = ''): Promise<string[]> {
  const paths: string[] = [];
  for (const name of await files.readdir(join(folder, below)).catch(() => [])) {
    const path = below === '' ? name : `${below}/${name}`;
    if (/^shards\/\d+$/.test(path)) continue;
    const found = await files.lstat(join(folder, path));
    if (found.isDirectory()) paths.push(...(await pathsBelow(folder, files, path)));
    else paths.push(path);
  }
  return paths;
}
