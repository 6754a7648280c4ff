import { registerHooks } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RunError, type Where } from '../../errors/run-error.ts';
import { type CodeAccess, requireOwnCode } from '../../files/own-folder.ts';
import { watchStanding } from '../../system/watch-standing.ts';
import { cut } from '../../terminal/printable.ts';
import { CODE_FORMATS, isCode } from '../reference.ts';
import { type CodeFiles, codeFilesOf } from './code-files.ts';

/** The place of a pipeline: its file as given, and the folder that relative paths start from. */
export type PipelinePlace = { readonly file: string; readonly folder: string };

/** Code of the user, loaded. */
export type LoadedModule = CodeFiles & {
  /** Exports of the file, by name. */
  readonly exported: Readonly<Record<string, unknown>>;
};

/** Marks the modules of the user, with the digest of their texts, so that a changed file is loaded again. */
const MARK = 'chatferry';

/**
 * Loads code of the user: TypeScript by Node's type stripping, if nobody else may change it. It may import `chatferry`
 * wherever that is installed, packages, and local files.
 * @param path relative to the folder of the pipeline
 * @param code the code of the error if it cannot be loaded
 * @throws RunError `CONFIG.CODE_NOT_OWN`, or with the given code, naming file and line
 */
export async function loadModule(
  path: string,
  place: PipelinePlace,
  access: CodeAccess,
  code: 'CONFIG.SYNTAX' | 'CONFIG.TRANSFORM_INVALID',
): Promise<LoadedModule> {
  const file = resolve(place.folder, path);
  const invalid = (message: string, where: Where, cause?: unknown): RunError =>
    new RunError(code, message, { where, cause });
  if (!isCode(file))
    throw invalid(`${path} is not code: the name must end in ${Object.keys(CODE_FORMATS).join(', ')}`, {
      file: place.file,
    });
  const found = await codeFilesOf(file).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'does not exist' : `cannot be read: ${error.message}`;
    throw invalid(`${path} ${why}`, { file: place.file }, error);
  });
  for (const each of found.names) await requireOwnCode(each, place, access);
  // It may find no end.
  watchStanding();
  try {
    return { ...found, exported: await importMarked(file, found.digest) };
  } catch (error) {
    const { path: at = file, line } = lineIn(error, found.files) ?? {};
    const where = { file: at === found.files[0] ? path : at, ...(line === undefined ? {} : { line }) };
    throw invalid(`${path} cannot be loaded: ${errorText(error)}`, where, error);
  }
}

async function importMarked(file: string, digest: string): Promise<Record<string, unknown>> {
  const url = pathToFileURL(file);
  url.searchParams.set(MARK, digest);
  const hooks = registerHooks({ resolve: resolveMarked, load: loadMarked });
  try {
    return (await import(url.href)) as Record<string, unknown>;
  } finally {
    hooks.deregister();
  }
}

const markOf = (url: string | undefined): string | null =>
  url?.startsWith('file:') ? new URL(url).searchParams.get(MARK) : null;

/** Resolves what the code of the user imports: chatferry is this one, and its local files are its own as well. */
const resolveMarked: Parameters<typeof registerHooks>[0]['resolve'] = (specifier, context, next) => {
  const mark = markOf(context.parentURL);
  if (mark === null) return next(specifier, context);
  if (specifier === 'chatferry') return { url: LIBRARY.href, shortCircuit: true };
  const found = next(specifier, context);
  if (!/^(?:\.{0,2}\/|file:)/.test(specifier) || !found.url.startsWith('file:') || markOf(found.url) !== null)
    return found;
  const url = new URL(found.url);
  url.searchParams.set(MARK, mark);
  return { ...found, url: url.href };
};

/** Without this, Node guesses whether a file in a folder without a package.json is a module, and warns of it. */
const loadMarked: Parameters<typeof registerHooks>[0]['load'] = (url, context, next) => {
  const format = markOf(url) === null ? undefined : CODE_FORMATS[extname(new URL(url).pathname)];
  return next(url, format === undefined ? context : { ...context, format });
};

const LIBRARY = pathToFileURL(join(dirname(import.meta.dirname), `../index${extname(import.meta.filename)}`));

const TEXT_MAX = 300;

/** Text of what some code has thrown, as one line of at most 300 characters. It may be anything, not only an Error. */
export function errorText(thrown: unknown): string {
  const text = quietly(() => (thrown instanceof Error ? thrown.message || thrown.name : String(thrown)));
  return cut(
    (text ?? 'an error without a message')
      .trim()
      .split(/\n\s*/)
      .map((line) => line.trimEnd())
      .join(' '),
    TEXT_MAX,
  );
}

/**
 * The first place in the stack of an error that is in one of these files.
 * @param files absolute paths
 */
export function lineIn(
  thrown: unknown,
  files: readonly string[],
): { readonly path: string; readonly line: number } | undefined {
  const stack = quietly(() => (thrown instanceof Error ? thrown.stack : undefined));
  for (const frame of typeof stack === 'string' ? stack.split('\n') : [])
    for (const path of files) {
      const line = lineAfter(frame, pathToFileURL(path).href) ?? lineAfter(frame, path);
      if (line !== undefined) return { path, line };
    }
  return undefined;
}

/** The number after a name and its query: `file:///a/b.ts?x=1:12:5` → 12. */
function lineAfter(frame: string, name: string): number | undefined {
  const at = frame.indexOf(name);
  const [, line] = at < 0 ? [] : (/^(?:\?[^:\s]*)?:(\d+)/.exec(frame.slice(at + name.length)) ?? []);
  return line === undefined ? undefined : Number(line);
}

/** The error of another may even throw when it is read. */
function quietly<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
