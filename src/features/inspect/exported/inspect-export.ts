import { resolve } from 'node:path';
import type { ExportSummary } from '../../../input/exports/export-summary.ts';
import { openPlan } from '../../../pipeline/open-plan.ts';
import { checkPipeline } from '../../../pipeline/pipeline.ts';
import { exportLines } from '../../../report/result/export-lines.ts';
import { routesOf } from '../../../session/connect.ts';
import { temporaryWorkplace } from '../../../session/prepared/workplace.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { argument, printable } from '../../../terminal/printable.ts';

/**
 * Reads an export of another chat system as a run would, with every policy at its default.
 * @throws RunError `SOURCE.*`, `EXPORT.*`
 */
export async function readExport(
  path: string,
  { system, zone }: { readonly system: string; readonly zone: string | undefined },
  context: CommandContext,
): Promise<ExportSummary> {
  const source = { system, path: resolve(path), ...(zone === undefined ? {} : { zone }) };
  const pipeline = checkPipeline(
    { version: 1, name: 'inspect', target: 'sandbox', sources: { export: source } },
    resolve('pipeline.yaml'),
    {},
  );
  await using workplace = temporaryWorkplace(context);
  const { exported } = await openPlan(pipeline, {
    ...{ workplace, routes: routesOf(pipeline), strict: false },
    nowMs: context.system.clock.now(),
  });
  return exported as ExportSummary;
}

/** What an export has, for people, and what to type next. */
export function exportScreen(summary: ExportSummary, path: string, { style }: CommandContext): string {
  return [
    printable(path),
    ...exportLines(summary),
    ...summary.notes.map((note) => `  ${style.yellow('!')} ${printable(note)}`),
    `  next      ${style.bold(`chatferry init ${argument(path)}`)}`,
    '',
  ].join('\n');
}
