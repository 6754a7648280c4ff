import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { cannotWrite, type RunError, usageError } from '../errors/run-error.ts';
import { writePrivate } from '../files/private-file.ts';
import type { Files } from '../system/files.ts';
import { printableJson } from '../terminal/printable.ts';
import { htmlReport } from './html/page.ts';
import type { Report } from './result/report.ts';

/** Writes a report as JSON. Returns an error instead of throwing it, so that the caller can still print the result. */
export function writeJsonReport(files: Files, path: string, report: Report): Promise<RunError | undefined> {
  return written(files, path, printableJson(report));
}

/** Writes a report as an HTML page. Returns an error instead of throwing it, as `writeJsonReport` does. */
export function writeHtmlReport(files: Files, path: string, report: Report): Promise<RunError | undefined> {
  return written(files, path, htmlReport(report));
}

/**
 * Checks that an HTML report can be written to the path that the user typed, before the command starts its work.
 * @throws RunError `USAGE.INVALID`
 */
export async function checkHtmlPath(path: string): Promise<void> {
  const refusal = (why: string): RunError =>
    usageError(`--report ${path}: ${why}`, { hint: 'name a file such as report.html' });
  if (!/\.html?$/i.test(path)) throw refusal('the report is an HTML page, so the name must end in .html');
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (!folder?.isDirectory()) throw refusal(`there is no folder ${dirname(path)}`);
  if ((await stat(path).catch(() => undefined))?.isDirectory()) throw refusal('it is a folder');
}

async function written(files: Files, path: string, text: string): Promise<RunError | undefined> {
  try {
    await writePrivate(files, path, text);
    return undefined;
  } catch (cause) {
    return cannotWrite(cause, `the report ${path}`);
  }
}
