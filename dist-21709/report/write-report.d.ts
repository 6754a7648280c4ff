import { type RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';
import type { Report } from './result/report.ts';
/** Writes a report as JSON. Returns an error instead of throwing it, so that the caller can still print the result. */
export declare function writeJsonReport(files: Files, path: string, report: Report): Promise<RunError | undefined>;
/** Writes a report as an HTML page. Returns an error instead of throwing it, as `writeJsonReport` does. */
export declare function writeHtmlReport(files: Files, path: string, report: Report): Promise<RunError | undefined>;
/**
 * Checks that an HTML report can be written to the path that the user typed, before the command starts its work.
 * @throws RunError `USAGE.INVALID`
 */
export declare function checkHtmlPath(path: string): Promise<void>;
