import { basename, dirname, relative, resolve } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import type { FoundReader } from '../../../exports/readers.ts';
import { checkPipeline, parsePipeline } from '../../../pipeline/pipeline.ts';
import { exportLines } from '../../../report/result/export-lines.ts';
import type { Runtime, Stderr, Stdout } from '../../../terminal/context.ts';
import { argument, fromHere, printable, printableJson } from '../../../terminal/printable.ts';
import { nextCommands, nextLines } from '../next-commands.ts';
import { type Rehearsal, rehearsalJson, rehearsalLines, rehearsed } from '../rehearsal.ts';
import { exportPipelineText } from '../text/export-pipeline-text.ts';

/** The facts that a pipeline for an export is written from. */
export type InitExport = {
  /** The file, the folder or the archive. */
  readonly path: string;
  /** The pipeline file to write. */
  readonly file: string;
  readonly name: string;
  readonly schema: string;
  readonly zone: string | undefined;
  /** The statements of `shape`, as answers to questions. */
  readonly shape: Readonly<Record<string, string>>;
  /** Writes the file. */
  write(text: string): Promise<void>;
};

/**
 * Writes a commented pipeline for the export of another chat system, after a dry run of it.
 * @returns the exit code
 * @throws RunError `EXPORT.UNKNOWN` if the files may be of several systems; the error of an export that cannot be read
 */
export async function initExport(
  found: readonly FoundReader[],
  { path, file, name, schema, zone, shape, write }: InitExport,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const [one, ...others] = found;
  if (!one || others.length > 0)
    throw new RunError(
      'EXPORT.UNKNOWN',
      `${printable(path)} may be an export of several systems: ${found.map(({ reader }) => reader.label).join(', ')}`,
    );
  const source = {
    system: one.reader.system,
    path: relative(dirname(file), resolve(path)) || '.',
    ...(zone === undefined ? {} : { zone }),
    ...(Object.keys(shape).length > 0 ? { shape } : {}),
  };
  const pipeline = { version: 1, name, target: 'sandbox', sources: { export: source } };
  const rehearsal = await rehearsed(() => checkPipeline(pipeline, file, {}), context);
  const { error, exported } = rehearsal;
  if (error?.code === 'EXPORT.ZONE_MISSING')
    throw new RunError(error.code, error.message, {
      hint: `say in which zone they are:  chatferry init ${argument(path)} --zone Europe/Berlin`,
      missingFlags: ['--zone'],
    });
  if (error || !exported) throw error ?? new RunError('EXPORT.UNKNOWN', `${path} has no export`);
  const text = exportPipelineText({ name, schema, source, summary: exported });
  parsePipeline(text, file, {});
  await write(text);
  show({ file, name, rehearsal, exported, system: one.reader.system }, context);
  return 0;
}

type Shown = {
  readonly file: string;
  readonly name: string;
  readonly system: string;
  readonly rehearsal: Rehearsal;
  readonly exported: NonNullable<Rehearsal['exported']>;
};

function show({ file, name, system, rehearsal, exported }: Shown, context: Stdout): void {
  const { style } = context;
  if (context.json) {
    const result = { version: 1, exitCode: 0, pipeline: file, name, system, export: exported };
    context.out(printableJson({ ...result, dryRun: rehearsalJson(rehearsal), next: nextCommands(file) }));
    return;
  }
  context.out(
    [
      ...exportLines(exported),
      ...exported.notes.map((note) => `  ${style.yellow('!')} ${printable(note)}`),
      `${style.green('✔')} wrote ${printable(fromHere(file))}`,
      ...rehearsalLines(rehearsal, context),
      ...nextLines(nextCommands(file)),
      '',
    ].join('\n'),
  );
}

/** The path of the pipeline of an export: in its folder, or beside its file. */
export const pipelineBeside = (path: string, isFolder: boolean): string =>
  resolve(isFolder ? path : dirname(resolve(path)), 'pipeline.yaml');

/** A name for the pipeline of a file, without its ending. */
export const nameOfFile = (path: string): string => basename(path).replace(/\.[a-z0-9]{1,6}$/i, '');
