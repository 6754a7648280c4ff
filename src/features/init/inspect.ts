import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { isExportName } from '../../input/sources/formats.ts';
import { errorBlock } from '../../report/screen/error-block.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { errorJson } from '../../terminal/context.ts';
import { cut, fromHere, printable, printableJson } from '../../terminal/printable.ts';
import { masked } from './columns/column.ts';
import { findExport } from './exported/find-export.ts';
import { exportScreen, readExport } from './exported/inspect-export.ts';
import { rowsIn, tablesIn } from './files/documents.ts';
import { type Examined, examineFile } from './files/inspect-file.ts';
import type { Inspection } from './files/inspection.ts';
import { tablesOf } from './files/tables.ts';
import { ARCHIVES, filesIn, filesUnder } from './files/walk.ts';
import { propose } from './guess/proposal.ts';
import { inspectionScreen } from './inspection-screen.ts';

/** Options of `inspect`. */
export type InspectCommandOptions = {
  readonly files: readonly string[];
  /** Shows values as written in the file, instead of their form. */
  readonly samples: boolean;
  readonly entity: EntityName | undefined;
  readonly encoding: string | undefined;
  readonly delimiter: string | undefined;
  readonly zone: string | undefined;
};

/**
 * Prints what each file contains; files of one form in a folder or an archive are shown as one. If a file cannot be
 * read, the others are still shown.
 * @returns the highest exit code of any file that was named; what a folder has besides exports is no error
 */
export async function inspect(
  { files, samples, ...known }: InspectCommandOptions,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const { out, err, style, errStyle, json } = context;
  const shown: object[] = [];
  let exitCode = 0;
  for (const path of files) {
    const exported = known.entity === undefined ? await findExport(path, context) : [];
    const [one] = exported;
    if (one && exported.length === 1) {
      const read = await readExport(path, { system: one.reader.system, zone: known.zone }, context);
      const { summary, zoneMissing } = read;
      if (json) shown.push({ path, export: summary, ...(zoneMissing ? { zoneMissing } : {}) });
      else out(`${exportScreen(read, path, context)}\n`);
      continue;
    }
    const { found, errors } = await inspected(path, known, context);
    for (const { path: at, error, isNamed } of errors) {
      if (isNamed) exitCode = Math.max(exitCode, error.exitCode);
      if (json) shown.push({ path: at, error: errorJson(error) });
      err(
        isNamed
          ? errorBlock(error, context)
          : `  ${errStyle.yellow('!')} ${printable(cut(`left out ${fromHere(at)}: ${error.message}`, 200))}\n`,
      );
    }
    if (json)
      shown.push(...found.map(({ inspection }) => (samples ? inspection : withoutValues(inspection))));
    else for (const file of byForm(found, path)) out(`${inspectionScreen(file, samples, style)}\n`);
  }
  if (json) out(printableJson({ version: 1, exitCode, files: shown }));
  return exitCode;
}

type Errors = { readonly path: string; readonly error: RunError; readonly isNamed: boolean }[];

/** Inspects a file, or the exports in a folder or an archive. */
async function inspected(
  path: string,
  asked: Omit<InspectCommandOptions, 'files' | 'samples'>,
  { signal, system: { files } }: Runtime,
): Promise<{ readonly found: Examined[]; readonly errors: Errors }> {
  const known = { ...asked, files };
  const found: Examined[] = [];
  const errors: Errors = [];
  const within = await exportsWithin(path).catch((error: unknown) => {
    if (!(error instanceof RunError)) throw error;
    errors.push({ path, error, isNamed: true });
    return [];
  });
  for (const each of within ?? [path]) {
    try {
      const documents = known.entity === undefined ? await rowsIn(each, files) : [];
      const tables = await tablesIn(each, documents, known, signal);
      found.push(...(tables.length > 0 ? tables : [await examineFile(each, known, signal)]));
    } catch (error) {
      if (!(error instanceof RunError) || signal.aborted) throw error;
      errors.push({ path: each, error, isNamed: within === undefined });
    }
  }
  return { found, errors };
}

/** The exports in a folder or an archive; undefined for any other file. */
async function exportsWithin(path: string): Promise<readonly string[] | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory()) return (await filesUnder(resolve(path))).exports;
  if (!stats?.isFile() || !ARCHIVES.test(path)) return undefined;
  return (await filesIn(path)).filter(isExportName);
}

/** Files of one form as one, if a folder has many. */
function byForm(files: readonly Examined[], path: string): Inspection[] {
  if (files.length < 2) return files.map(({ inspection }) => inspection);
  const base = ARCHIVES.test(path) ? dirname(resolve(path)) : resolve(path);
  const all = files.map(({ inspection }) => inspection.path);
  return tablesOf(files, base, all).map((table) => {
    const [first] = table.files as readonly [Inspection, ...Inspection[]];
    if (table.files.length === 1) return first;
    const { proposal: _, ...rest } = first;
    const { entity, columns } = table;
    return {
      ...rest,
      path:
        resolve(base, `${table.paths[0]}`) +
        (table.paths.length > 1 ? ` and ${table.paths.length - 1} more` : ''),
      bytes: table.files.reduce((sum, { bytes }) => sum + bytes, 0),
      rows: table.rows,
      whole: table.whole,
      faulty: { rows: table.faulty, first: table.files.flatMap(({ faulty }) => faulty.first).slice(0, 5) },
      columns,
      ...(entity ? { entity, proposal: propose(entity.entity, columns, undefined) } : {}),
    };
  });
}

/** Shows samples by their form only, and no list of values, because they may be personal data. */
function withoutValues(file: Inspection): Inspection {
  const columns = file.columns.map(({ values: _, ...column }) => ({
    ...column,
    samples: column.samples.map(masked),
  }));
  return { ...file, columns };
}
