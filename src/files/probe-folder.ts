import { asRunError, RunError } from '../errors/run-error.ts';
import type { System } from '../system/system.ts';

/**
 * Checks that the file system of a state keeps what a lock and a checkpoint rest on: a file is created once, a link replaces
 * nothing, a renamed file takes the place of another. Some disks of networks and of object stores do not.
 * @param path in the folder; files beside it are made and removed
 * @throws RunError `STATE.FOLDER_UNSUITABLE`, `STATE.UNWRITABLE`
 */
export async function requireSuitable(path: string, { files, random }: System): Promise<void> {
  const [one, two] = ['a', 'b'].map((end) => `${path}.probe-${random.hex(8)}${end}`) as [string, string];
  const make = async (name: string): Promise<void> => (await files.open(name, 'wx', 0o600)).close();
  try {
    await make(one);
    await make(two);
    if (await isDone(make(one))) throw unsuitable(path, 'creates a file that is there already');
    if (await isDone(files.link(one, two))) throw unsuitable(path, 'replaces a file by a link');
    await files.rename(one, two);
    if (files.existsSync(one) || !files.existsSync(two))
      throw unsuitable(path, 'does not replace one file by another');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (/^(?:EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP|EXDEV|EMLINK)$/.test(code))
      throw unsuitable(path, `has no links or no renames (${code})`, error);
    throw asRunError(error, 'STATE.UNWRITABLE', `${path} cannot be written: ${message}`);
  } finally {
    for (const name of [one, two]) await files.rm(name, { force: true }).catch(() => {});
  }
}

/** True if something was done that should be refused, because there is such a file. */
async function isDone(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const unsuitable = (path: string, why: string, cause?: unknown): RunError =>
  new RunError('STATE.FOLDER_UNSUITABLE', `the file system of ${path} ${why}`, { cause });
