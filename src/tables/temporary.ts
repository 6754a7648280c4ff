import { basename, dirname, join } from 'node:path';
import { hasEnded } from '../files/has-ended.ts';
import type { System } from '../system/system.ts';

/** The place where temporary files are made: their names begin with the path. */
export type TemporaryPlace = Pick<System, 'files' | 'random'> & { readonly path: string };

const TEMPORARY = /^\.(\d+)-[0-9a-f-]+\.tmp/;

/** A name beside a path that no other process uses; `removeLeftovers` finds it if this process is killed. */
export const temporaryPath = ({ path, random }: Omit<TemporaryPlace, 'files'>): string =>
  `${path}.${process.pid}-${random.uuid()}.tmp`;

/** Removes the unfinished files of processes that have ended. */
export async function removeLeftovers({ path, files }: Omit<TemporaryPlace, 'random'>): Promise<void> {
  const name = basename(path);
  for (const each of await files.readdir(dirname(path))) {
    const [, pid] = (each.startsWith(name) && TEMPORARY.exec(each.slice(name.length))) || [];
    if (pid !== undefined && hasEnded(Number(pid)))
      await files.rm(join(dirname(path), each), { force: true });
  }
}
