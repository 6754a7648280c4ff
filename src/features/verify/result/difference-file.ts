import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { withoutHidden } from '../../../terminal/printable.ts';
import type { Difference } from './difference.ts';

const WRITE_CHARS = 65_536;

/** Writes every difference as NDJSON to a file that only its owner can read, and renames it into place at the end. */
export class DifferenceFile implements AsyncDisposable {
  readonly #path: string;
  readonly #file: FileHandle;
  #waiting = '';

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws the error of the file system */
  static async open(path: string): Promise<DifferenceFile> {
    const next = nextOf(path);
    // An existing file is left over, or a link that somebody else created.
    await rm(next, { force: true });
    return new DifferenceFile(path, await open(next, 'wx', 0o600));
  }

  async add(difference: Difference): Promise<void> {
    this.#waiting += `${withoutHidden(JSON.stringify(difference))}\n`;
    if (this.#waiting.length >= WRITE_CHARS) await this.#write();
  }

  /** Renames the file into its place. */
  async complete(): Promise<void> {
    await this.#write();
    await rename(nextOf(this.#path), this.#path);
  }

  async #write(): Promise<void> {
    await this.#file.writeFile(this.#waiting);
    this.#waiting = '';
  }

  /** Removes the file if it is not complete. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
    await rm(nextOf(this.#path), { force: true });
  }
}

/** The temporary name has the process id, because several processes may verify a hosted service at once. */
const nextOf = (path: string): string => `${path}.${process.pid}.next`;
