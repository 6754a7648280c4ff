import type { ProgressOfRun } from '../../report/events/extent.ts';
import type { Files } from '../../system/files.ts';

/** Part of the run log about the last run. */
export type LoggedProgress = {
  /** The last progress, and when it was logged, RFC 3339; absent in the first seconds of a run. */
  readonly progress?: ProgressOfRun & { readonly at: string };
  /** The error that ended it early. */
  readonly ended?: { readonly code: string; readonly message: string };
};

/** So much of the end of a log is looked at. */
const TAIL_BYTES = 262_144;

type Line = {
  readonly type?: string;
  readonly time?: string;
  readonly code?: string;
  readonly message?: string;
};

/** Reads the end of a run log, which may be written at this moment; nothing if there is none. */
export async function loggedProgress(path: string, files: Files): Promise<LoggedProgress> {
  const text = await tailOf(path, files).catch(() => '');
  let found: LoggedProgress = {};
  for (const json of text.split('\n').reverse()) {
    const line = lineOf(json);
    const { type, time = '', code = '', message = '' } = line;
    // What is before it is of another run.
    if (type === 'run.started') break;
    if (type === 'run.failed') found = { ...found, ended: { code, message } };
    // The error that ended a run stands between its last two.
    if (type === 'progress' && found.progress) break;
    if (type === 'progress')
      found = { ...found, progress: { ...(line as unknown as ProgressOfRun), at: time } };
  }
  return found;
}

/** A line of the log; nothing if it is cut off, or is none of ours. */
function lineOf(json: string): Line {
  try {
    return Object(JSON.parse(json)) as Line;
  } catch {
    return {};
  }
}

async function tailOf(path: string, files: Files): Promise<string> {
  const { size } = await files.stat(path);
  const tail = Buffer.alloc(Math.min(TAIL_BYTES, size));
  const fd = files.openSync(path, 'r');
  try {
    return tail.toString('utf8', 0, files.readSync(fd, tail, 0, tail.length, size - tail.length));
  } finally {
    files.closeSync(fd);
  }
}
