import type { Files, OpenFile } from '../../../system/files.ts';
import { withoutHidden } from '../../../terminal/printable.ts';
import type { Difference } from './verification-report.ts';

const WRITE_CHARS = 65_536;

/** Writes every difference as NDJSON to a file that only its owner can read, and renames it into place at the end. */
export class DifferenceFile implements AsyncDisposable {
  readonly #files: Files;
  readonly #path: string;
  readonly #file: OpenFile;
  #length = 0;
  #waiting = '';

  private constructor(files: Files, path: string, file: OpenFile) {
    this.#files = files;
    this.#path = path;
    this.#file = file;
  }

  /** @throws the error of the file system */
  static async open(files: Files, path: string): Promise<DifferenceFile> {
    const next = nextOf(path);
    // An existing file is left over, or a link that somebody else created.
    await files.rm(next, { force: true });
    return new DifferenceFile(files, path, await files.open(next, 'wx', 0o600));
  }

  async add(difference: Difference): Promise<void> {
    this.#waiting += `${withoutHidden(JSON.stringify(difference))}\n`;
    if (this.#waiting.length >= WRITE_CHARS) await this.#write();
  }

  /** Renames the file into its place. */
  async complete(): Promise<void> {
    await this.#write();
    await this.#files.rename(nextOf(this.#path), this.#path);
  }

  async #write(): Promise<void> {
    const bytes = Buffer.from(this.#waiting);
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.#length);
      at += bytesWritten;
      this.#length += bytesWritten;
    }
    this.#waiting = '';
  }

  /** Removes the file if it is not complete. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
    await this.#files.rm(nextOf(this.#path), { force: true });
  }
}

/** The temporary name has the process id, because several processes may verify a hosted service at once. */
const nextOf = (path: string): string => `${path}.${process.pid}.next`;
