import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Checkpoint, InputFile } from '../delivery/checkpoint.ts';
import type { StepFile } from '../delivery/plan.ts';
import { RunError } from '../errors/run-error.ts';
import type { ExportSummary } from '../exports/export-summary.ts';
import type { EntityName } from '../input/entities/entity.ts';
import { digestOf } from '../input/sources/bytes/file-digest.ts';
import { isRemote } from '../pipeline/reference.ts';
import type { Files } from '../system/files.ts';

/** The files that a checkpoint belongs to, by entity, in order. */
export type CheckpointInputs = {
  readonly steps: readonly {
    readonly entity: { readonly name: EntityName };
    readonly files: readonly StepFile[];
    /** The sources that its rows are read from. */
    readonly sources?: readonly unknown[];
    /** Rows that were made of other rows. */
    readonly derived?: number;
  }[];
  readonly warnings?: ReadonlySet<string>;
  readonly exported?: ExportSummary;
};

/** An input file of a run. */
export type FileOfEntity = {
  readonly entity: EntityName;
  readonly path: string;
  /** The path that it is known by. */
  readonly known: string;
  readonly source?: number;
  readonly spooled?: true;
};

/**
 * Checks that the files are those of the checkpoint. Files with other names, such as those in a folder that was moved, are
 * the same if their content is.
 */
export async function sameInputs(
  before: readonly InputFile[],
  now: readonly FileOfEntity[],
  signal: AbortSignal,
  files: Files,
): Promise<void> {
  const idOf = (file: Named): string => `${file.entity} ${file.known ?? file.path}`;
  const changed = (message: string): RunError => new RunError('STATE.INPUT_CHANGED', message);
  if (await isMoved(before, now, idOf, signal, files)) return;
  const removed = before.find((file) => !now.some((other) => idOf(other) === idOf(file)));
  if (removed)
    throw changed(
      `${removed.path} (${removed.entity}) was an input when this run began, but is not any more`,
    );
  const added = now.find((file) => !before.some((other) => idOf(other) === idOf(file)));
  if (added)
    throw changed(`${added.known} (${added.entity}) is an input now, but was not when this run began`);
  const moved = before.findIndex((file, index) => idOf(file) !== idOf(now[index] as FileOfEntity));
  if (moved >= 0)
    throw changed(`the order of the files has changed since this run began, first at ${before[moved]?.path}`);
  for (const [at, { path }] of now.entries())
    await sameFile(before[at] as InputFile, path, signal, files, changed);
}

/**
 * Compares the files of a run, when it has read them all, with what they were when it began: by size, time and content.
 * @returns `SOURCE.CHANGED` if one has grown, was replaced or removed since then; what it has now is in no report
 */
export async function changedInput(
  { inputs }: Checkpoint,
  { steps }: CheckpointInputs,
  {
    files,
    signal,
    command,
  }: { readonly files: Files; readonly signal: AbortSignal; readonly command: string },
): Promise<RunError | undefined> {
  const changed = (message: string): RunError =>
    new RunError('SOURCE.CHANGED', `${message}: what it has now is in no report`, {
      hint: `restore the file, or read it anew with  ${command} --fresh  (rows that have landed are recognised)`,
    });
  const paths = steps.flatMap((step) => step.files.map(({ path }) => path));
  try {
    for (const [at, path] of paths.entries()) {
      const before = inputs[at];
      // The output of a command was kept when it began.
      if (before && !before.spooled) await sameFile(before, path, signal, files, changed);
    }
  } catch (error) {
    if (error instanceof RunError) return error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return changed(`${(error as NodeJS.ErrnoException).path} was removed while this run read it`);
    throw error;
  }
  return undefined;
}

type Named = Pick<InputFile, 'entity' | 'path'> & { readonly known?: string };

/** True if files have other names than in the checkpoint, and every file has the content of the one at its place. */
async function isMoved(
  before: readonly InputFile[],
  now: readonly FileOfEntity[],
  idOf: (file: Named) => string,
  signal: AbortSignal,
  files: Files,
): Promise<boolean> {
  const isAtSamePlace = (file: InputFile, at: number): boolean => file.entity === now[at]?.entity;
  if (before.length !== now.length || !before.every(isAtSamePlace)) return false;
  if (before.every((file, at) => idOf(file) === idOf(now[at] as FileOfEntity))) return false;
  for (const [at, { path }] of now.entries())
    if ((await files.stat(path)).size !== before[at]?.bytes) return false;
  for (const [at, { path }] of now.entries())
    if ((await digestOf(files, path, signal)).sha256 !== before[at]?.sha256) return false;
  return true;
}

/**
 * Checks that a file is the one of a checkpoint. The same size and modification time count as unchanged; if only the time
 * differs, the content is compared.
 * @param path where it is now
 * @throws what `changed` makes of a sentence
 */
export async function sameFile(
  before: InputFile,
  path: string,
  signal: AbortSignal,
  files: Files,
  changed: (message: string) => RunError,
): Promise<void> {
  const { size, mtimeMs } = await files.stat(path);
  if (before.spooled) {
    if (size === before.bytes && (await digestOf(files, path, signal)).sha256 === before.sha256) return;
    throw changed(
      `the rows of ${basename(dirname(before.path))} are not those that this run began with: they were not kept, and came again`,
    );
  }
  if (size !== before.bytes)
    throw changed(`${before.path} had ${before.bytes} bytes when this run began and has ${size} now`);
  if (mtimeMs === before.mtimeMs) return;
  const { sha256 } = await digestOf(files, path, signal);
  if (sha256 !== before.sha256)
    throw changed(`the content of ${before.path} has changed since this run began`);
}

/**
 * The path of an input as it is stored: relative to the folder of the pipeline file, with `/`, so that the folder can be
 * moved together with its files and its state. An address stays as it is.
 */
export const storedPath = (folder: string, path: string): string =>
  isRemote(path) ? path : relative(folder, path).split(sep).join('/');

/** The path that a file of a step is known by: that of the output of a command, or of a copy, does not tell where it is kept. */
export const knownPath = (
  folder: string,
  { path, id }: { readonly path: string; readonly id?: string | undefined },
): string => {
  if (id === undefined) return path;
  return isRemote(id) ? id : resolve(folder, id);
};

/** The path of a stored input now. Earlier versions stored whole paths. */
export const currentPath = (folder: string, stored: string): string =>
  isRemote(stored) || isAbsolute(stored) ? stored : resolve(folder, stored);
