import type { Files } from '../system/files.ts';

/** Enough for the last answers of a run: each may change a page of the ledger. */
const RESERVE_BYTES = 2 * 1_024 * 1_024;

/** Space on a disk that is given back when the disk is full, so that what has happened can still be written. */
export class Reserve {
  readonly #path: string;
  readonly #files: Files;

  /** @param path of the file that takes the space; made if it is not there. Without space there is none */
  constructor(path: string, files: Files) {
    this.#path = path;
    this.#files = files;
    if (!files.existsSync(path)) this.#make();
  }

  #make(): void {
    try {
      const file = this.#files.openSync(this.#path, 'wx', 0o600);
      try {
        this.#fill(file);
      } finally {
        this.#files.closeSync(file);
      }
    } catch {
      this.release();
    }
  }

  #fill(file: number): void {
    const bytes = new Uint8Array(RESERVE_BYTES);
    for (let at = 0; at < bytes.length; ) at += this.#files.writeSync(file, bytes, at, bytes.length - at, at);
  }

  /** Gives the space back. */
  release(): void {
    this.#files.rmSync(this.#path, { force: true });
  }
}
