import { join } from 'node:path';
import type { RowChange } from '../delivery/row-change.ts';
import { jsonIn } from '../input/json/defined.ts';
import type { Report } from '../report/result/report.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';

/** So many runs of a pipeline are kept. */
const RUNS_KEPT = 50;
const PIECE_BYTES = 65_536;
const NEWLINE = 10;

/** Document that a run writes before it does anything; removed once there is a report. */
type BegunRun = {
  readonly version: 1;
  readonly command: Report['command'];
  readonly commandLine: string;
  /** RFC 3339. */
  readonly startedAt: string;
};

/** A run in its folder: its report; or, while it runs and after it was killed, how it began. */
type KeptRun = {
  readonly id: string;
  readonly report?: Report | undefined;
  readonly begun?: BegunRun | undefined;
};

/** A change as it was listed, without the versions. */
type ListedChange = Omit<RowChange, 'before' | 'after'>;

/** Runs of a pipeline that are kept, a folder each. */
export class KeptRuns {
  readonly folder: string;
  readonly #files: Files;

  constructor(folder: string, files: Files) {
    this.folder = folder;
    this.#files = files;
  }

  /** Paths of one run. */
  pathsOf(id: string) {
    const folder = join(this.folder, id);
    return {
      folder,
      begun: join(folder, 'begun.json'),
      report: join(folder, 'report.json'),
      page: join(folder, 'report.html'),
      changes: join(folder, 'changes.ndjson'),
    };
  }

  /** Ids of all runs that are kept, the oldest first. */
  async ids(): Promise<string[]> {
    const names = await this.#files.readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((name) => RUN_ID.test(name)).sort();
  }

  /** Finds the time at which the last run ended that ended with 0, epoch seconds; undefined if none of those that are kept did. */
  async lastSuccess(): Promise<number | undefined> {
    for (const id of (await this.ids()).toReversed()) {
      const { report } = await this.read(id);
      if (report?.command === 'run' && report.exitCode === 0) return Date.parse(report.finishedAt) / 1_000;
    }
    return undefined;
  }

  /** Reads one run; a document that is missing or damaged is undefined. */
  async read(id: string): Promise<KeptRun> {
    const paths = this.pathsOf(id);
    const report = await readDocument<Report>(paths.report, this.#files);
    return { id, report, begun: report ? undefined : await readDocument<BegunRun>(paths.begun, this.#files) };
  }

  /** The id of a run that begins now. */
  async nextId(system: Pick<System, 'clock' | 'random'>): Promise<string> {
    return newRunId((await this.ids()).at(-1), system);
  }

  /** Reads the changes of a run one by one. */
  changesOf(id: string): AsyncGenerator<ListedChange> {
    return readChanges(this.pathsOf(id).changes, this.#files);
  }

  /** Removes the oldest runs, so that `RUNS_KEPT` stay; never the one with the id `own`. */
  async removeOld(own: string): Promise<void> {
    const ids = (await this.ids()).filter((id) => id !== own);
    for (const id of ids.slice(0, Math.max(0, ids.length + 1 - RUNS_KEPT)))
      await this.#files.rm(join(this.folder, id), { recursive: true, force: true });
  }
}

async function readDocument<T extends { readonly version: 1 }>(
  path: string,
  files: Files,
): Promise<T | undefined> {
  const found = jsonIn(await files.readFile(path, 'utf8').catch(() => '')) as T | undefined;
  return found?.version === 1 ? found : undefined;
}

/** Reads a list of changes line by line. A missing list has none; a line that a killed run has not finished is left out. */
export async function* readChanges(path: string, files: Files): AsyncGenerator<ListedChange> {
  for await (const line of linesOf(path, files)) {
    const change = jsonIn(line) as ListedChange | undefined;
    if (change?.entity !== undefined) yield change;
  }
}

/** The complete lines of a file. */
async function* linesOf(path: string, files: Files): AsyncGenerator<string> {
  if (!files.existsSync(path)) return;
  await using file = await files.open(path, 'r');
  const piece = Buffer.alloc(PIECE_BYTES);
  let rest = Buffer.alloc(0);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    const bytes = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield bytes.toString('utf8', start, end);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
}

/** The name of a run: when it began, in UTC, and four digits: `20260102T030405Z-3f9a`. Sorted, runs are in their order. */
const RUN_ID = /^(\d{8}T\d{6})Z-([0-9a-f]{4})$/;

const SUFFIXES = 0x1_00_00;

/**
 * The id of a run that begins now. It comes after the last one also within a second, and where the clock has gone back: then
 * it has the time of that run.
 * @param last the id of the last run
 */
export function newRunId(
  last: string | undefined,
  { clock, random }: Pick<System, 'clock' | 'random'>,
): string {
  const time = timeText(clock.now());
  const [, lastTime = '', lastSuffix = ''] = RUN_ID.exec(last ?? '') ?? [];
  if (time > lastTime) return `${time}Z-${random.hex(2)}`;
  const suffix = Number.parseInt(lastSuffix, 16) + 1;
  if (suffix < SUFFIXES) return `${lastTime}Z-${suffix.toString(16).padStart(4, '0')}`;
  return `${timeText(timeOf(lastTime) + 1_000)}Z-0000`;
}

const timeText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

/** `20260102T030405` as epoch milliseconds. */
const timeOf = (text: string): number =>
  Date.parse(`${text.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6')}Z`);
