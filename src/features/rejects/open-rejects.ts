import { RunError } from '../../errors/run-error.ts';
import { formatOf } from '../../input/sources/formats.ts';
import { isRejectFile } from '../../input/sources/rejects-source.ts';
import type { Source, SourceFormat, SourceOptions } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';

/**
 * Opens a rejects file with its columns of reasons. Tries other separators than the declared one too: a spreadsheet
 * program may save with the separator of its locale.
 * @param file the file's index in its step
 * @param spec the pipeline's declaration of the sources of these rows
 * @throws RunError `SOURCE.*`, also if the columns of reasons are missing
 */
export async function openRejects(
  path: string,
  file: number,
  spec: { readonly delimiter?: string | undefined },
  files: Files,
): Promise<Source> {
  if (!(await files.stat(path).catch(() => undefined)))
    throw new RunError('SOURCE.MISSING', `the rejects file ${path} does not exist any more`, {
      hint: 'put it back; to drop its rows, delete them but keep the first line',
    });
  const format = formatOf(path);
  const errors: unknown[] = [];
  for (const options of optionsToTry(format, spec.delimiter)) {
    const source = await format
      .open(path, file, { ...options, files })
      .catch((error: unknown) => void errors.push(error));
    if (source && (!source.columns || (await isRejectFile(source)))) return source;
  }
  throw (
    errors[0] ??
    new RunError('SOURCE.COLUMN_MISSING', `${path} has lost columns such as _code, _file or _line`, {
      hint: 'put the columns that begin with _ back: a retry needs them to read the rows',
    })
  );
}

function optionsToTry({ takes }: SourceFormat, declared = ','): readonly Pick<SourceOptions, 'delimiter'>[] {
  if (!takes.has('delimiter')) return [{}];
  return Array.from(new Set([declared, ',', ';', '\t', '|']), (delimiter) => ({ delimiter }));
}
