import { RunError } from '../../errors/run-error.ts';
import { urlParts } from './remote-url.ts';

/** The files of this machine that are copies of the addresses of a pipeline, by what those are called in it. */
export type Copies = ReadonlyMap<string, string>;

/** Name of a copy, also of a file in it if it is an archive; undefined if a path is none. */
export function remoteName(path: string, copies: Copies): string | undefined {
  const [file] = urlParts(path);
  for (const [name, copy] of copies)
    if (copy === file || path === copy) return name + path.slice(copy.length);
  return undefined;
}

/**
 * Does work on the sources; an error names them as the pipeline does.
 * @throws what the work throws
 */
export async function withNames<T>(copies: Copies, work: () => Promise<T>): Promise<T> {
  if (copies.size === 0) return await work();
  try {
    return await work();
  } catch (thrown) {
    throw thrown instanceof RunError ? named(thrown, copies) : thrown;
  }
}

function named({ code, message, hint, where, cause, missingFlags }: RunError, copies: Copies): RunError {
  const rename = (text: string): string =>
    Array.from(copies).reduce((before, [name, copy]) => before.replaceAll(copy, name), text);
  return new RunError(code, rename(message), {
    hint: rename(hint),
    cause,
    ...(where ? { where: { ...where, file: rename(where.file) } } : {}),
    ...(missingFlags ? { missingFlags } : {}),
  });
}
