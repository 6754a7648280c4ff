import { RunError } from '../../errors/run-error.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import type { Report } from '../../report/result/report.ts';
import { verificationPart } from '../../report/result/verification.ts';
import { writeHtmlReport } from '../../report/write-report.ts';
import { openKept } from '../../state/open-kept.ts';
import { statePaths } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { fromHere, printable, printableJson } from '../../terminal/printable.ts';

/** Options of `report`. */
export type ReportOptions = { readonly pipeline: string };

/**
 * Writes the HTML report of the last run again, from its `report.json`, and prints its path.
 * @throws RunError `STATE.NO_REPORT` if no run has left a report, `STATE.CORRUPT` if it cannot be read,
 * `STATE.NOT_OWN` if others can write to the state folder or something in it is a symbolic link
 */
export async function report(
  options: ReportOptions,
  outside: Runtime & Stdout & Pick<Stderr, 'err'>,
): Promise<number> {
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, context } = kept;
  const paths = statePaths(pipeline.stateFolder);
  await requireOwnFolder(paths.folder, context.system.files);
  const last = await readReport(context.system.files, paths.report, options.pipeline);
  const verification = await verificationPart(context.system.files, paths.verification);
  const unwritten = await writeHtmlReport(context.system.files, paths.page, { ...last, ...verification });
  if (unwritten) throw unwritten;
  if (context.json)
    context.out(printableJson({ version: 1, command: 'report', files: { report: paths.page } }));
  else context.out(`${printable(fromHere(paths.page))}\n`);
  return 0;
}

async function readReport(files: Files, path: string, pipeline: string): Promise<Report> {
  let text: string;
  try {
    text = await files.readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof RunError) throw cause;
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw damaged(path, cause);
    throw new RunError('STATE.NO_REPORT', `no run of ${pipeline} has written a report`, { cause });
  }
  try {
    const found = JSON.parse(text) as Report;
    if (found.version !== 1) throw new Error('not version 1');
    return found;
  } catch (cause) {
    throw damaged(path, cause);
  }
}

const damaged = (path: string, cause: unknown): RunError =>
  new RunError('STATE.CORRUPT', `the report ${path} cannot be read: ${(cause as Error).message}`, {
    hint: 'run the same pipeline again to write a new one',
    cause,
  });
