import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { SandboxError } from '../wire/api-error.ts';

/** Creates a folder and its parents; only its owner can open them. An existing folder stays unchanged. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}

/**
 * Creates a folder for secrets, or makes an existing one private. Throws a SandboxError if it belongs to another
 * user, who could have put keys into it.
 */
export function makeSecretFolder(path: string): void {
  makePrivateFolder(path);
  const { uid } = lstatSync(path);
  if (process.getuid !== undefined && uid !== process.getuid()) {
    throw new SandboxError('DATA_UNREADABLE', `the folder of keys ${path} belongs to another user`);
  }
  chmodSync(path, 0o700);
}

/** Creates an empty file unless it exists, and lets only its owner read it. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

/** True if there is no file at a path yet. Throws a SandboxError if there is something that is no database. */
export function isNewFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile())
    throw new SandboxError('DATA_UNREADABLE', `${path} is a folder or a device, no data file of a sandbox`);
  if (found && found.size > 0 && !beginsWith(path, DATABASE))
    throw new SandboxError('DATA_UNREADABLE', `the data file ${path} cannot be used: it is no database`);
  return found === undefined;
}

/** First bytes of every database. */
const DATABASE = 'SQLite format 3\0';

function beginsWith(path: string, text: string): boolean {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(text.length);
    return readSync(file, bytes, 0, bytes.length, 0) === bytes.length && bytes.toString('latin1') === text;
  } finally {
    closeSync(file);
  }
}

/** Writes a file that only its owner can read. Readers see the old or the new text, never a part. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.new`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

/** The trimmed text of a file. Undefined if the file does not exist. */
export function readPrivateFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
