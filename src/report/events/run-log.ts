import { cannotWrite, type RunError } from '../../errors/run-error.ts';
import type { System } from '../../system/system.ts';
import { withoutHidden } from '../../terminal/printable.ts';

/** Appends an event of a run to its log; `level` is as in other logs: 30 for information, 40 for a warning, 50 for an error. */
export type RunLog = (event: object, level?: 30 | 40 | 50) => void;

/**
 * The run log: NDJSON, one event a line, written synchronously so that a killed process loses no event. It never contains
 * text of users' rows, and no control characters. Logging never throws: after the first line that cannot be written,
 * nothing more is written.
 * @param path appended to, or created with mode 0600
 * @param onFailed called once if a line cannot be written: the run has to end, because a run without its log cannot be
 *   explained
 * @throws RunError `STATE.UNWRITABLE` if it cannot be opened
 */
export function openRunLog(
  path: string,
  { files, clock }: Pick<System, 'files' | 'clock'>,
  onFailed: (error: RunError) => void,
): RunLog & AsyncDisposable {
  let file: number;
  try {
    file = files.openSync(path, 'a', 0o600);
  } catch (error) {
    throw cannotWrite(error, path);
  }
  let hasEnded = false;
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      hasEnded = true;
      onFailed(cannotWrite(error, path));
    }
  };
  const write = (line: string): void => {
    const bytes = Buffer.from(withoutHidden(line));
    for (let at = 0; at < bytes.length; ) at += files.writeSync(file, bytes, at, bytes.length - at, null);
  };
  const log: RunLog = (event, level = 30) => {
    const line = { level, time: new Date(clock.now()).toISOString(), pid: process.pid };
    if (!hasEnded) attempt(() => write(`${JSON.stringify(Object.assign(line, event))}\n`));
  };
  return Object.assign(log, {
    [Symbol.asyncDispose]: async () => {
      hasEnded = true;
      attempt(() => files.closeSync(file));
    },
  });
}
