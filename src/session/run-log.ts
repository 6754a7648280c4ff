import pino, { type Logger } from 'pino';

/**
 * The run log: NDJSON, one event a line, written synchronously so that a killed process loses no event. It never contains
 * text of users' rows.
 * @param path appended to, or created with mode 0600
 */
export function openRunLog(path: string): Logger & AsyncDisposable {
  const destination = pino.destination({ dest: path, sync: true, mode: 0o600, append: true });
  const log = pino({ base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return Object.assign(log, {
    [Symbol.asyncDispose]: async () => {
      destination.end();
    },
  });
}
