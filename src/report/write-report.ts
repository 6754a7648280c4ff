import { dirname, resolve } from 'node:path';
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
 * Makes the path that the user typed ready for an HTML report, before the command starts its work: its folder is created,
 * and a report of an earlier command is removed, so that none is there if this one ends without a report.
 * @throws RunError `USAGE.INVALID`
 */
export async function clearHtmlPath(path: string, files: Files): Promise<void> {
  const refusal = (why: string): RunError =>
    usageError(`--report ${path}: ${why}`, { hint: 'name a file such as report.html' });
  if (!/\.html?$/i.test(path)) throw refusal('the report is an HTML page, so the name must end in .html');
  if ((await files.stat(path).catch(() => undefined))?.isDirectory()) throw refusal('it is a folder');
  const full = resolve(path);
  await files
    .mkdir(dirname(full), { recursive: true, mode: 0o700 })
    .then(() => files.rm(full, { force: true }))
    .catch((error: Error) => {
      throw refusal(error.message);
    });
}

async function written(files: Files, path: string, text: string): Promise<RunError | undefined> {
  try {
    await writePrivate(files, path, text);
    return undefined;
  } catch (cause) {
    return cannotWrite(cause, `the report ${path}`);
  }
}
