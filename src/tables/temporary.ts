import { basename, dirname, join } from 'node:path';
import { hasEnded } from '../files/has-ended.ts';
import type { System } from '../system/system.ts';

/** A path, and the files and the chance to make others beside it. */
type Beside = Pick<System, 'files' | 'random'> & { readonly path: string };

const TEMPORARY = /^\.(\d+)-[0-9a-f-]+\.tmp/;

/** A name beside a path that no other process uses; `removeLeftovers` finds it if this process is killed. */
export const temporaryPath = ({ path, random }: Omit<Beside, 'files'>): string =>
  `${path}.${process.pid}-${random.uuid()}.tmp`;

/** Removes the unfinished files of processes that have ended. */
export async function removeLeftovers({ path, files }: Omit<Beside, 'random'>): Promise<void> {
  const name = basename(path);
  for (const each of await files.readdir(dirname(path))) {
    const [, pid] = (each.startsWith(name) && TEMPORARY.exec(each.slice(name.length))) || [];
    if (pid !== undefined && hasEnded(Number(pid)))
      await files.rm(join(dirname(path), each), { force: true });
  }
}
