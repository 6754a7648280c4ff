import { resolve } from 'node:path';
import { onlyRunError, RunError, usageError } from '../../../errors/run-error.ts';
import type { ExportSummary } from '../../../exports/export-summary.ts';
import {
  type FoundReader,
  type FoundReaders,
  findExports,
  type ShapeDraft,
  whyNoExport,
} from '../../../exports/readers.ts';
import { readOnce } from '../../../inspection/trees/many-files.ts';
import { openPlan } from '../../../pipeline/open-plan.ts';
import { checkPipeline } from '../../../pipeline/pipeline.ts';
import { isRemote } from '../../../pipeline/reference.ts';
import { exportLines } from '../../../report/result/export-lines.ts';
import { planOptions } from '../../../session/connect.ts';
import { temporaryWorkplace } from '../../../session/workplace/workplace.ts';
import type { Runtime, Stderr, Stdout } from '../../../terminal/context.ts';
import { argument, fromHere, printable } from '../../../terminal/printable.ts';
import { drafterOf, shapeLines } from './init-export.ts';

/** The contents of an export, and what a pipeline has to declare before it can be read. */
type ReadExport = {
  readonly summary: ExportSummary;
  /** Why its times need a zone; then the summary is as if they were those of UTC. */
  readonly zoneMissing?: string;
};

type KnownExport = { readonly system: string; readonly zone: string | undefined; readonly shape?: object };

/**
 * Shows an export of another chat system as a run would read it, with every policy at its default; of tables that are not
 * clear, what is known of them.
 * @returns the result for programs
 * @throws RunError `SOURCE.*`, `EXPORT.*`
 */
export async function inspectExport(
  found: FoundReader,
  path: string,
  zone: string | undefined,
  context: Runtime & Stdout & Stderr,
): Promise<object> {
  const { system, label } = found.reader;
  const draft = (await drafterOf(found, path, new Map(), context))?.(new Map());
  if (draft && draft.questions.length > 0) {
    const { shape, questions, doubts } = draft;
    if (!context.json) context.out(unclearScreen(draft, path, label, context));
    return { path, system, shape, questions: questions.map(({ check: _, ...question }) => question), doubts };
  }
  const read = await readExport(path, { system, zone, ...(draft ? { shape: draft.shape } : {}) }, context);
  if (!context.json) context.out(`${exportScreen(read, path, context)}\n`);
  const { summary, zoneMissing } = read;
  return { path, export: summary, ...(zoneMissing ? { zoneMissing } : {}) };
}

/** Shows what is known of tables that are not clear, and what to type next. */
const unclearScreen = (draft: ShapeDraft, path: string, label: string, { style }: Pick<Stdout, 'style'>) =>
  [
    printable(path),
    `  ${label} export; what its tables are is not clear:`,
    ...draft.doubts.map((doubt) => `  ${style.yellow('!')} ${printable(doubt)}`),
    ...shapeLines(draft).map((line) => `    ${printable(line)}`),
    `  next      ${style.bold(`chatferry init ${argument(path)}`)}`,
    '',
    '',
  ].join('\n');

async function readExport(path: string, known: KnownExport, context: Runtime & Stderr): Promise<ReadExport> {
  try {
    return { summary: await summaryOf(path, known, context) };
  } catch (error) {
    if (!(error instanceof RunError) || error.code !== 'EXPORT.ZONE_MISSING') throw error;
    return { summary: await inUtc(path, known, error, context), zoneMissing: error.message };
  }
}

/** Anything else that is missing is said together with the zone. */
async function inUtc(
  path: string,
  known: KnownExport,
  zoneMissing: RunError,
  context: Runtime & Stderr,
): Promise<ExportSummary> {
  try {
    return await summaryOf(path, { ...known, zone: 'UTC' }, context);
  } catch (error) {
    const { code, message, hint, where } = onlyRunError(error);
    throw new RunError(code, `${message}; also, ${zoneMissing.message}`, {
      hint: `${hint}; and for the zone:  --zone Europe/Berlin`,
      where,
    });
  }
}

async function summaryOf(
  path: string,
  { system, zone, shape }: KnownExport,
  context: Runtime & Stderr,
): Promise<ExportSummary> {
  const source = {
    system,
    path: resolve(path),
    ...(zone === undefined ? {} : { zone }),
    ...(shape ? { shape } : {}),
  };
  const pipeline = checkPipeline(
    { version: 1, name: 'inspect', target: 'sandbox', sources: { export: source } },
    resolve('pipeline.yaml'),
    {},
  );
  await using workplace = temporaryWorkplace(context);
  const opening = planOptions(pipeline, workplace, context.system.clock.now());
  return (await openPlan(pipeline, opening)).exported as ExportSummary;
}

/** Shows what an export has, for people, and what to type next. */
function exportScreen(
  { summary, zoneMissing }: ReadExport,
  path: string,
  { style }: Pick<Stdout, 'style'>,
): string {
  const declared =
    zoneMissing === undefined
      ? []
      : [`  ${style.red('must be declared')}  zone: ${printable(zoneMissing)}; times are shown as UTC`];
  const option = zoneMissing === undefined ? '' : ' --zone Europe/Berlin';
  return [
    printable(path),
    ...exportLines(summary),
    ...declared,
    ...summary.notes.map((note) => `  ${style.yellow('!')} ${printable(note)}`),
    `  next      ${style.bold(`chatferry init ${argument(path)}${option}`)}`,
    '',
  ].join('\n');
}

/**
 * The exports of other chat systems that a file, a folder or an archive is, or may be; none if it is neither.
 * @throws RunError `USAGE.INVALID` for an address; `EXPORT.NOT_READ` for what is known and has no reader
 */
export async function findExport(path: string, context: Runtime & Stderr): Promise<FoundReaders> {
  if (isRemote(path))
    throw usageError('this command reads files of this machine, not addresses', {
      hint: 'download the file, or its beginning (curl -r 0-9999999 -o messages.csv …), use that file here, and write  path: https://…  into the pipeline',
    });
  await using workplace = temporaryWorkplace(context);
  const found = await findExports(resolve(path), readOnce(context.system.files), workplace).catch(
    onlyRunError,
  );
  if (!(found instanceof RunError)) return found;
  if (found.code === 'EXPORT.NOT_READ') throw found;
  // Whatever else is wrong with it is said by those who read it as files.
  return NONE;
}

/** No export. */
export const NONE: FoundReaders = { found: [], maybe: [] };

/** Why an export of another chat system is in a form that cannot be read; undefined if it is none. */
export async function unsupported(path: string, context: Runtime & Stderr): Promise<RunError | undefined> {
  const why = await noExport(path, context);
  return why.code === 'EXPORT.FORM_UNSUPPORTED' ? why : undefined;
}

/** Why a file is not the export of another chat system: it cannot be read, or it is something else. */
export async function noExport(path: string, context: Runtime & Stderr): Promise<RunError> {
  await using workplace = temporaryWorkplace(context);
  try {
    // One of a known system, in a form that cannot be read, is refused as such.
    const { hint } = await whyNoExport(resolve(path), context.system.files, workplace);
    return new RunError('EXPORT.UNKNOWN', `${fromHere(path)} is not an export of a known system`, {
      hint: hint ?? 'for your own files, name their folder:  chatferry init FOLDER',
    });
  } catch (error) {
    return onlyRunError(error);
  }
}
