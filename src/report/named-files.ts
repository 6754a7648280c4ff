import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Plan } from '../delivery/plan.ts';
import { archiveKind, listArchive } from '../input/sources/bytes/archive-list.ts';
import type { Files } from '../system/files.ts';
import type { Runtime } from '../terminal/context.ts';
import { fromHere } from '../terminal/printable.ts';
import type { Report } from './result/report.ts';

/** A file as other programs can open it. */
type NamedFile = {
  /** Undefined if no file is known. */
  readonly path: string | undefined;
  /** The name, where it is not that of the file: of a file in an archive, or of the output of a command. */
  readonly inside?: string;
};

/** Finds the file that a sample or an error names. */
export type FileOf = (name: string) => NamedFile;

/** Finds the path of what a sample or an error names, in an archive `export.zip!/name`; undefined if there is none. */
type PathOf = (name: string) => string | undefined;

/**
 * Makes paths relative to the workspace of a workflow (`GITHUB_WORKSPACE`) if it has the file, else to the working directory.
 * @param fallback the file for names without one
 */
export function fileNamer(
  { env, system: { files } }: Pick<Runtime, 'env' | 'system'>,
  fallback: string | undefined,
  pathOf: PathOf = (name) => name,
): FileOf {
  const workspace = env['GITHUB_WORKSPACE'];
  const shown = (path: string): string =>
    (workspace ? inFolder(workspace, path) : undefined) ?? fromHere(path);
  const find = (name: string): NamedFile => {
    const path = pathOf(name);
    const full = path === undefined ? '' : resolve(path);
    if (full !== '' && files.existsSync(full)) return { path: shown(full) };
    const [archive = '', ...inside] = full.split('!/');
    if (inside.length > 0 && files.existsSync(archive))
      return { path: shown(archive), inside: inside.join('!/') };
    const other = fallback !== undefined && files.existsSync(fallback) ? resolve(fallback) : undefined;
    return { path: other && shown(other), inside: name };
  };
  const known = new Map<string, NamedFile>();
  return (name) => {
    const file = known.get(name) ?? find(name);
    known.set(name, file);
    return file;
  };
}

/** The path in a folder, with `/`; undefined if it is elsewhere. */
function inFolder(folder: string, path: string): string | undefined {
  const parts = relative(folder, path).split(sep);
  return parts[0] === '..' || isAbsolute(parts.join(sep)) ? undefined : parts.join('/');
}

/**
 * Finds the files that the samples of a report name: those of the sources, or for rows of an export the file in its folder or
 * archive. A name for which there is no file, or more than one, has no path.
 */
export async function samplePaths(
  { problems, notices }: Report,
  { steps }: Plan,
  files: Files,
): Promise<PathOf> {
  const read = steps.flatMap((step) => step.files);
  const made = new Set(read.flatMap(({ id, path }) => (id === undefined ? [] : path)));
  const own = new Map(
    steps.flatMap(({ sources, nameOf }) =>
      sources.flatMap(({ path, inputs }, file) =>
        isRead(path, inputs) ? [[nameOf(file), made.has(path) ? undefined : path] as const] : [],
      ),
    ),
  );
  const inputs = [...new Set(read.map(({ path }) => path))].filter((path) => !made.has(path));
  const named = [...problems, ...notices].flatMap(({ samples }) => samples.map(({ file }) => file));
  for (const name of new Set(named))
    if (!own.has(name)) own.set(name, outside(name, inputs) ?? (await inArchive(name, inputs, files)));
  return (name) => own.get(name);
}

/** True if a source is a file of the user, or in an archive of theirs, and no table that was made of such files. */
const isRead = (path: string, inputs: readonly string[] | undefined): boolean =>
  inputs === undefined || inputs.some((input) => path.startsWith(`${input}!/`));

/** The input with this name at the end of its path; of several the one above the others. */
function outside(name: string, inputs: readonly string[]): string | undefined {
  const depth = (path: string): number => path.split('/').length;
  const found = inputs.filter((path) => path === resolve(name) || path.endsWith(`/${name}`));
  const least = Math.min(...found.map(depth));
  return only(found.filter((path) => depth(path) === least));
}

async function inArchive(name: string, inputs: readonly string[], files: Files): Promise<string | undefined> {
  const found: string[] = [];
  for (const path of inputs) {
    const kind = await archiveKind(files, path).catch(() => undefined);
    // To list the names in a tar archive is to read all of it.
    const holds = kind === 'zip' ? (await listArchive(files, path)).names.includes(name) : kind !== undefined;
    if (holds) found.push(`${path}!/${name}`);
  }
  return only(found);
}

const only = ([first, ...others]: readonly string[]): string | undefined =>
  others.length === 0 ? first : undefined;
