import { randomUUID } from 'node:crypto';
import { closeSync, openSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { RunError } from '../../../errors/run-error.ts';

const NAME = /^verify-(\d+)-[0-9a-f-]+\.tmp$/;
/** What SQLite may keep in memory of it. */
const CACHE_KIB = 4_096;

/** A database for what does not fit into memory: 0600, gone when it is disposed of. */
export type ScratchFile = Disposable & { readonly db: DatabaseSync };

/**
 * Makes a scratch file in a folder, and removes those that killed processes have left there.
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function openScratchFile(folder: string): Promise<ScratchFile> {
  const path = join(folder, `verify-${process.pid}-${randomUUID()}.tmp`);
  try {
    for (const name of await readdir(folder)) {
      const [, pid] = NAME.exec(name) ?? [];
      if (pid !== undefined && isGone(Number(pid))) await rm(join(folder, name), { force: true });
    }
    closeSync(openSync(path, 'wx', 0o600));
    // Nothing of it outlives this process, so nothing of it need survive a crash: a journal, which SQLite insists on
    // where it is told to defend the file, would be written for nothing.
    const db = new DatabaseSync(path, { defensive: false });
    db.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KIB}`,
    );
    return {
      db,
      [Symbol.dispose]: () => {
        db.close();
        rmSync(path, { force: true });
      },
    };
  } catch (cause) {
    const message = `${path} cannot be made: ${(cause as Error).message}`;
    throw new RunError('STATE.UNWRITABLE', message, { cause });
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
