import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { SandboxError } from '../wire/sandbox-error.ts';

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
