import { defined } from '../../../input/json/defined.ts';
import { type Files, type OpenFile, writeAll } from '../../../system/files.ts';
import { cut as cutText, withoutHidden } from '../../../terminal/printable.ts';
import type { FileDifference } from './files-verification.ts';
import type { Difference, DifferenceGroup } from './verification-report.ts';

/** Differences shown per kind. */
const SAMPLES_MAX = 3;
/** Kinds counted separately; further combinations of fields are counted together. */
const GROUPS_MAX = 200;
const VALUE_CHARS = 200;

/** Groups differences by kind; memory does not grow with their number. */
export class DifferenceGroups {
  readonly #groups = new Map<string, DifferenceGroup>();

  add({ entity, mark, ...difference }: Difference): void {
    const named = (difference.fields ?? []).map(({ field }) => field).sort();
    const known = this.#groups.has(`${entity} ${mark} ${named.join(' ')}`);
    const fields = known || this.#groups.size < GROUPS_MAX ? named : [];
    const name = `${entity} ${mark} ${fields.join(' ')}`;
    const group = this.#groups.get(name) ?? { entity, mark, fields, count: 0, samples: [] };
    this.#groups.set(name, group);
    group.count++;
    if (group.samples.length < SAMPLES_MAX) group.samples.push(cutValues(difference));
  }

  /** In the order of the entities, the most frequent first within an entity and mark. */
  all(): readonly DifferenceGroup[] {
    return [...this.#groups.values()];
  }
}

function cutValues(difference: Omit<Difference, 'entity' | 'mark'>): Omit<Difference, 'entity' | 'mark'> {
  if (!difference.fields) return difference;
  const cut = (value: unknown): unknown => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text !== undefined && text.length > VALUE_CHARS ? cutText(text, VALUE_CHARS) : value;
  };
  const fields = difference.fields.map(({ field, source, target }) =>
    defined({ field, source: cut(source), target: cut(target) }),
  );
  return { ...difference, fields };
}

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

  async add(difference: Difference | FileDifference): Promise<void> {
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
    await writeAll(this.#file, bytes, this.#length);
    this.#length += bytes.length;
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
