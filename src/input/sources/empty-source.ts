import { RunError } from '../../errors/run-error.ts';
import type { Source, SourceFormat, SourceOptions } from './source.ts';

/**
 * Opens a file that may have no rows, if the options allow it: one of several files. A file of no bytes is then a
 * source without columns and rows; the options' `warn` gets a sentence about it.
 * @param open opens the file with options whose `warn` passes on each sentence once
 * @throws RunError as `open`
 */
export async function openOrEmpty(
  format: SourceFormat,
  path: string,
  options: SourceOptions,
  open: (options: SourceOptions) => Promise<Source>,
): Promise<Source> {
  const { emptyAllowed, columns } = options;
  if (!emptyAllowed) return await open(options);
  const said = new Set<string>();
  const warn = (sentence: string, count?: number): void => {
    if (count !== undefined || !said.has(sentence)) options.warn?.(sentence, count);
    said.add(sentence);
  };
  try {
    const source = await open({ ...options, warn });
    const before = said.size;
    if (!(await hasRow(source)) && said.size === before) warn('it has no rows');
    return source;
  } catch (error) {
    if (!(error instanceof RunError && error.code === 'SOURCE.EMPTY')) throw error;
    warn('it is empty');
    return emptySource(format, path, columns);
  }
}

const FOUND = 'found';

/** True if a file has a row. It is read up to the first one, of which no row is made if that is possible. */
async function hasRow(source: Source): Promise<boolean> {
  const reading = new AbortController();
  const found = (): true => {
    // An abort without a reason makes an error with its stack.
    reading.abort(FOUND);
    return true;
  };
  try {
    await source.pass({ known: found, row: found }, reading.signal);
  } catch (error) {
    if (!reading.signal.aborted) throw error;
  }
  return reading.signal.aborted;
}

function emptySource(format: SourceFormat, path: string, columns: readonly string[] | undefined): Source {
  return {
    path,
    format,
    plain: true,
    encoding: 'utf-8',
    bytes: 0,
    ...(columns ? { columns } : {}),
    async *read() {},
    async pass() {},
  };
}
