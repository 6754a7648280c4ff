import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { asRunError } from '../errors/run-error.ts';
import type { System } from '../system/system.ts';
import { hasEnded } from './buffered-file.ts';

const NAME = /^(?:verify|names)-(\d+)-[0-9a-f-]+\.tmp$/;
/** SQLite's page cache. */
const CACHE_KIB = 4_096;

/** A database for data that does not fit into memory; mode 0600, deleted on dispose. */
export type ScratchFile = Disposable & { readonly db: DatabaseSync };

/**
 * Creates a scratch file in a folder, and removes those that killed processes have left there.
 * @param what it is for
 * @throws RunError `STATE.UNWRITABLE` if it cannot be created
 */
export async function openScratchFile(
  folder: string,
  what: 'verify' | 'names',
  { random, files }: Pick<System, 'random' | 'files'>,
): Promise<ScratchFile> {
  const path = join(folder, `${what}-${process.pid}-${random.uuid()}.tmp`);
  try {
    await removeScratchFiles(folder, files);
    files.closeSync(files.openSync(path, 'wx', 0o600));
    // The file need not survive a crash, so it needs no journal; SQLite's defensive mode would force one.
    const db = files.openDatabase(path, { defensive: false });
    db.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -${CACHE_KIB}`,
    );
    return {
      db,
      [Symbol.dispose]: () => {
        db.close();
        files.rmSync(path, { force: true });
      },
    };
  } catch (cause) {
    const message = `${path} cannot be created: ${(cause as Error).message}`;
    throw asRunError(cause, 'STATE.UNWRITABLE', message);
  }
}

/** Removes scratch files that killed processes have left in a folder. */
export async function removeScratchFiles(
  folder: string,
  files: Pick<System['files'], 'readdir' | 'rm'>,
): Promise<void> {
  for (const name of await files.readdir(folder)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && hasEnded(Number(pid))) await files.rm(join(folder, name), { force: true });
  }
}
