import { dirname, join } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { type Files, writeAll } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import { currentLock } from '../current-lock.ts';
import { type Lock, takeLock } from '../lock.ts';
import { writePrivate } from '../private-file.ts';
import { type AskDatabase, Database, type DatabaseRow } from './database.ts';
import { isKept } from './mirrored-files.ts';
import type { StateServer } from './state-server.ts';
import { CHUNKS, FILES, STATE, transaction } from './tables.ts';

/** The contents of a state on a server: the content of each path. */
export type Contents = ReadonlyMap<string, string>;

/**
 * The known content of the copy of a state on this machine: written when it is the same as on the server, removed
 * before it differs.
 */
type Mark = {
  readonly lineage: string;
  readonly version: number;
  readonly contents: Readonly<Record<string, string>>;
  /** Length and time of change of the files that people correct. */
  readonly rejects: Readonly<Record<string, string>>;
};

type KeptFile = {
  readonly path: string;
  readonly content: string;
  readonly bytes: number;
  readonly version: number;
};

/** For so long another process on this machine may be making the same copy: pauses of so many milliseconds. */
const [WAITS_MAX, WAIT_MS] = [3_000, 20];

/** The copy on this machine of a state that a server keeps. */
export class LocalCopy {
  readonly #server: StateServer;
  readonly #name: string;
  readonly #folder: string;
  readonly #system: System;
  readonly #files: Files;
  readonly #mark: string;
  #lineage = '';

  /** @param name of the state on the server */
  constructor(server: StateServer, name: string, folder: string, system: System) {
    this.#server = server;
    this.#name = name;
    this.#folder = folder;
    this.#system = system;
    this.#files = system.files;
    this.#mark = `${folder}.json`;
  }

  /**
   * Makes the copy what the server has at this moment, unless a process of this machine is at work on it: then it is newer.
   * @returns whether the server has anything; true if that was not looked for
   * @throws RunError `STATE.SERVER_*`, `STATE.UNWRITABLE`
   */
  async read(): Promise<boolean> {
    await using _making = await this.#making();
    const lock = await currentLock(join(this.#folder, 'lock'), { ...this.#system, keeper: undefined });
    return lock !== undefined || Object.keys((await this.#bring()).contents).length > 0;
  }

  /**
   * Does the same for a process that has the lock, and forgets that it is the same from then on.
   * @returns what the server has, and the rejects files that somebody has corrected here since
   */
  async begin(): Promise<{ readonly contents: Contents; readonly corrected: readonly string[] }> {
    await using _making = await this.#making();
    const { contents, rejects } = await this.#bring();
    const now = await this.#rejects();
    const corrected = [...new Set([...Object.keys(rejects), ...Object.keys(now)])];
    await this.#files.rm(this.#mark, { force: true });
    return {
      contents: new Map(Object.entries(contents)),
      corrected: corrected.filter((path) => now[path] !== rejects[path]),
    };
  }

  /** It is what the server has with a version. */
  async end(version: number, contents: Contents): Promise<void> {
    const lineage = this.#lineage;
    await this.#save({
      lineage,
      version,
      contents: Object.fromEntries(contents),
      rejects: await this.#rejects(),
    });
  }

  async #making(): Promise<Lock> {
    const { files, clock } = this.#system;
    await files.mkdir(dirname(this.#folder), { recursive: true, mode: 0o700 });
    for (let waits = 0; ; waits++) {
      try {
        return await takeLock(`${this.#folder}.making`, 'copy', { ...this.#system, keeper: undefined });
      } catch (error) {
        if (!(error instanceof RunError) || error.code !== 'STATE.LOCKED' || waits >= WAITS_MAX) throw error;
      }
      await clock.sleep(WAIT_MS);
    }
  }

  async #bring(): Promise<Mark> {
    await using database = new Database(this.#server, this.#system.clock);
    const mark = await this.#marked();
    return await database.work((ask) =>
      // All of it as it was at one moment, whoever changes it meanwhile.
      transaction(ask, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
        const [state] = await ask(STATE, [this.#name]);
        const version = Number(state?.['version'] ?? 0);
        const lineage = String(state?.['lineage'] ?? '');
        this.#lineage = lineage;
        // A backup that was put back is older than the copy.
        const isBefore = mark?.lineage === lineage && mark.version <= version;
        const known = isBefore ? mark : undefined;
        if (known?.version === version) return known;
        await this.#files.rm(this.#mark, { force: true });
        const kept = (await ask(FILES, [this.#name])).map(keptFile);
        await this.#removeOthers(new Set(kept.map(({ path }) => path)));
        for (const file of kept) await this.#fetch(file, known, ask);
        const contents = Object.fromEntries(kept.map(({ path, content }) => [path, content]));
        const now = { lineage, version, contents, rejects: await this.#rejects() };
        await this.#save(now);
        return now;
      }),
    );
  }

  async #marked(): Promise<Mark | undefined> {
    const text = await this.#files.readFile(this.#mark, 'utf8').catch(() => undefined);
    try {
      return text === undefined ? undefined : (JSON.parse(text) as Mark);
    } catch {
      // A power cut; all of it comes again.
      return undefined;
    }
  }

  #save(mark: Mark): Promise<void> {
    return writePrivate(this.#files, this.#mark, JSON.stringify(mark));
  }

  async #removeOthers(kept: ReadonlySet<string>): Promise<void> {
    for (const path of await pathsBelow(this.#folder, this.#files))
      if (isKept(path) && !kept.has(path)) await this.#files.rm(join(this.#folder, path), { force: true });
  }

  /** Fetches what a file lacks: nothing, the chunks that have changed, or all of it. */
  async #fetch(file: KeptFile, mark: Mark | undefined, ask: AskDatabase): Promise<void> {
    const path = join(this.#folder, file.path);
    const isSame = mark?.contents[file.path] === file.content && this.#files.existsSync(path);
    if (isSame && file.version <= mark.version) return;
    await this.#files.mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (isSame) {
      await this.#write(path, 'r+', file, mark.version, ask);
      await this.#files.truncate(path, file.bytes);
      return;
    }
    const next = `${path}.next`;
    await this.#files.rm(next, { force: true });
    await this.#write(next, 'wx', file, -1, ask);
    await this.#files.rename(next, path);
  }

  async #write(path: string, flags: string, file: KeptFile, since: number, ask: AskDatabase): Promise<void> {
    await using open = await this.#files.open(path, flags, 0o600);
    for (let at = 0; at < file.bytes; ) {
      const chunks = await ask(CHUNKS, [this.#name, file.content, since, at, file.bytes]);
      if (chunks.length === 0) break;
      for (const chunk of chunks) {
        const [place, data] = [Number(chunk['at']), chunk['data'] as Uint8Array];
        const bytes = data.subarray(0, file.bytes - place);
        await writeAll(open, bytes, place);
        at = place + 1;
      }
    }
    await open.datasync();
  }

  /** Length and time of change of each rejects file. */
  async #rejects(): Promise<Record<string, string>> {
    const found: Record<string, string> = {};
    for (const path of await pathsBelow(this.#folder, this.#files, 'rejects')) {
      const { size, mtimeMs } = await this.#files.stat(join(this.#folder, path));
      found[path] = `${size} ${mtimeMs}`;
    }
    return found;
  }
}

const keptFile = ({ path, content, bytes, version }: DatabaseRow): KeptFile => ({
  path: String(path),
  content: String(content),
  bytes: Number(bytes),
  version: Number(version),
});

/**
 * The files of a state in a folder of it and below; not those of shards, which may be many and are states of their own.
 * @param below a folder of the state
 * @returns paths in the state, with slashes
 */
export async function pathsBelow(folder: string, files: Files, below = ''): Promise<string[]> {
  const paths: string[] = [];
  for (const name of await files.readdir(join(folder, below)).catch(() => [])) {
    const path = below === '' ? name : `${below}/${name}`;
    if (/^shards\/\d+$/.test(path)) continue;
    const found = await files.lstat(join(folder, path));
    if (found.isDirectory()) paths.push(...(await pathsBelow(folder, files, path)));
    else paths.push(path);
  }
  return paths;
}
