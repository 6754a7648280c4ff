import { RunError } from '../../errors/run-error.ts';
import type { Source, SourceFormat, SourceOptions } from './source.ts';

/**
 * Opens a file that may have no rows, if the options allow it: one of several files. A file of no bytes is then a
 * source without columns and rows; the options' `warn` gets a sentence about it.
 * @throws RunError as `open`
 */
export async function openOrEmpty(
  format: SourceFormat,
  path: string,
  { emptyAllowed, warn, columns }: SourceOptions,
  open: () => Promise<Source>,
): Promise<Source> {
  if (!emptyAllowed) return await open();
  try {
    const source = await open();
    if (!(await hasRow(source))) warn?.('it has no row');
    return source;
  } catch (error) {
    if (!(error instanceof RunError && error.code === 'SOURCE.EMPTY')) throw error;
    warn?.('it is empty');
    return emptySource(format, path, columns);
  }
}

async function hasRow(source: Source): Promise<boolean> {
  const rows = source.read(undefined, new AbortController().signal);
  for await (const chunk of rows) if (chunk.length > 0) return true;
  return false;
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
