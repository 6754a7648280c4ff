import { join } from 'node:path';
import type { RowChange } from '../../delivery/row-change.ts';
import type { Report } from '../../report/result/report.ts';
import type { Files } from '../../system/files.ts';
import { RUN_ID } from './run-id.ts';

/** So many runs of a pipeline are kept. */
const RUNS_KEPT = 50;
const PIECE_BYTES = 65_536;
const NEWLINE = 10;

/** Document that a run writes before it does anything; removed once there is a report. */
export type BegunRun = {
  readonly version: 1;
  readonly command: Report['command'];
  readonly commandLine: string;
  /** RFC 3339. */
  readonly startedAt: string;
};

/** A run in its folder: its report; or, while it runs and after it was killed, how it began. */
export type KeptRun = {
  readonly id: string;
  readonly report?: Report | undefined;
  readonly begun?: BegunRun | undefined;
};

/** The paths of one run. */
export const runPaths = (runs: string, id: string) => ({
  folder: join(runs, id),
  begun: join(runs, id, 'begun.json'),
  report: join(runs, id, 'report.json'),
  page: join(runs, id, 'report.html'),
  changes: join(runs, id, 'changes.ndjson'),
});

/** The ids of all runs that are kept, the oldest first. */
export async function keptRunIds(runs: string, files: Files): Promise<string[]> {
  const names = await files.readdir(runs).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => RUN_ID.test(name)).sort();
}

/** Finds the time at which the last run ended that ended with 0, epoch seconds; undefined if none of those that are kept did. */
export async function lastSuccess(runs: string, files: Files): Promise<number | undefined> {
  for (const id of (await keptRunIds(runs, files)).toReversed()) {
    const { report } = await keptRun(runs, id, files);
    if (report?.command === 'run' && report.exitCode === 0) return Date.parse(report.finishedAt) / 1_000;
  }
  return undefined;
}

/** Reads one run; a document that is missing or damaged is undefined. */
export async function keptRun(runs: string, id: string, files: Files): Promise<KeptRun> {
  const paths = runPaths(runs, id);
  const report = await readDocument<Report>(paths.report, files);
  return { id, report, begun: report ? undefined : await readDocument<BegunRun>(paths.begun, files) };
}

async function readDocument<T extends { readonly version: 1 }>(
  path: string,
  files: Files,
): Promise<T | undefined> {
  try {
    const found = JSON.parse(await files.readFile(path, 'utf8')) as T;
    return found.version === 1 ? found : undefined;
  } catch {
    return undefined;
  }
}

/** A change as it was listed, without the versions. */
export type ListedChange = Omit<RowChange, 'before' | 'after'>;

/** Reads a list of changes line by line. A missing list has none; a line that a killed run has not finished is left out. */
export async function* readChanges(path: string, files: Files): AsyncGenerator<ListedChange> {
  for await (const line of linesOf(path, files)) {
    const change = parsed(line);
    if (change?.entity !== undefined) yield change;
  }
}

function parsed(line: string): ListedChange | undefined {
  try {
    return JSON.parse(line) as ListedChange;
  } catch {
    return undefined;
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

/** Removes the oldest runs, so that `RUNS_KEPT` stay; never the one with the id `own`. */
export async function removeOldRuns(runs: string, own: string, files: Files): Promise<void> {
  const ids = (await keptRunIds(runs, files)).filter((id) => id !== own);
  for (const id of ids.slice(0, Math.max(0, ids.length + 1 - RUNS_KEPT)))
    await files.rm(join(runs, id), { recursive: true, force: true });
}
