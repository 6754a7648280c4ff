import { RunError } from '../../errors/run-error.ts';
import type { Files } from '../../system/files.ts';

/** Size and time of a file. */
type FileStamp = { readonly path: string; readonly size: number; readonly mtimeMs: number };

/** Files as they were when they were compared. */
export class FileStamps {
  readonly #stamps: readonly FileStamp[];
  readonly #files: Files;

  private constructor(stamps: readonly FileStamp[], files: Files) {
    this.#stamps = stamps;
    this.#files = files;
  }

  static async of(paths: readonly string[], files: Files): Promise<FileStamps> {
    const stamps = await Promise.all(Array.from(new Set(paths), (path) => stampOf(files, path)));
    return new FileStamps(stamps, files);
  }

  /** `SOURCE.CHANGED` if one has changed since then. */
  async changed(): Promise<RunError | undefined> {
    for (const before of this.#stamps) {
      const now = await stampOf(this.#files, before.path);
      if (now.size !== before.size || now.mtimeMs !== before.mtimeMs)
        return new RunError('SOURCE.CHANGED', `${before.path} changed during the sync`);
    }
    return undefined;
  }
}

async function stampOf(files: Files, path: string): Promise<FileStamp> {
  const { size, mtimeMs } = await files.stat(path);
  return { path, size, mtimeMs };
}
