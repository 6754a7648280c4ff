import pino, { type Logger } from 'pino';
import type { Files } from '../system/files.ts';
import { withoutHidden } from '../terminal/printable.ts';

/**
 * The run log: NDJSON, one event a line, written synchronously so that a killed process loses no event. It never contains
 * text of users' rows, and no control characters.
 * @param path appended to, or created with mode 0600
 */
export function openRunLog(path: string, files: Files): Logger & AsyncDisposable {
  const file = files.openSync(path, 'a', 0o600);
  const write = (line: string): void => {
    const bytes = Buffer.from(withoutHidden(line));
    for (let at = 0; at < bytes.length; ) at += files.writeSync(file, bytes, at, bytes.length - at, null);
  };
  const log = pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, { write });
  return Object.assign(log, {
    [Symbol.asyncDispose]: async () => files.closeSync(file),
  });
}
