import pino, { type Logger } from 'pino';

/**
 * The run log: NDJSON, one event a line, written synchronously so that a killed process loses none. Text of users'
 * rows never goes in at this level.
 * @param path made 0600 when missing, else appended to
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
