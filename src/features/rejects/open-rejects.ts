import { stat } from 'node:fs/promises';
import { RunError } from '../../errors/run-error.ts';
import { formatOf } from '../../input/sources/formats.ts';
import { isRejectFile } from '../../input/sources/rejects-source.ts';
import type { Source, SourceFormat, SourceOptions } from '../../input/sources/source.ts';

/**
 * Opens a rejects file as it stands, with its reasons. Other separators than the declared one are tried, too: a
 * spreadsheet writes the one of its country.
 * @param file the file's index in its step
 * @param spec what the pipeline declares of the sources of these rows
 * @throws RunError `SOURCE.*`, also when the columns of the reasons are not there any more
 */
export async function openRejects(
  path: string,
  file: number,
  spec: { readonly delimiter?: string | undefined },
): Promise<Source> {
  if (!(await stat(path).catch(() => undefined)))
    throw new RunError('SOURCE.MISSING', `the rejects file ${path} is gone`, {
      hint: 'put it back; to give its rows up, take them out and leave the first line',
    });
  const format = formatOf(path);
  const refusals: unknown[] = [];
  for (const options of optionsToTry(format, spec.delimiter)) {
    const source = await format
      .open(path, file, options)
      .catch((error: unknown) => void refusals.push(error));
    if (source && (!source.columns || (await isRejectFile(source)))) return source;
  }
  throw (
    refusals[0] ??
    new RunError('SOURCE.COLUMN_MISSING', `${path} has lost columns such as _code, _file or _line`, {
      hint: 'put the columns that begin with _ back: they tell how the rows are to be read',
    })
  );
}

function optionsToTry({ takes }: SourceFormat, declared = ','): readonly SourceOptions[] {
  if (!takes.has('delimiter')) return [{}];
  return Array.from(new Set([declared, ',', ';', '\t', '|']), (delimiter) => ({ delimiter }));
}
