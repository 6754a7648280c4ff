import { type Logger } from 'pino';
import { type RunError } from '../../errors/run-error.ts';
import type { Files } from '../../system/files.ts';
/**
 * The run log: NDJSON, one event a line, written synchronously so that a killed process loses no event. It never contains
 * text of users' rows, and no control characters. Logging never throws: after the first line that cannot be written,
 * nothing more is written.
 * @param path appended to, or created with mode 0600
 * @param onFailed called once if a line cannot be written: the run has to end, because a run without its log cannot be
 *   explained
 * @throws RunError `STATE.UNWRITABLE` if it cannot be opened
 */
export declare function openRunLog(path: string, files: Files, onFailed: (error: RunError) => void): Logger & AsyncDisposable;
