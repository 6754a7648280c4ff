import { basename } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { csv } from './csv/csv.ts';
import { ndjson } from './json/ndjson.ts';
import type { SourceFormat } from './source.ts';

/** Every format that rows can be read from; a new one is one more file and one more name here. */
export const formats: readonly SourceFormat[] = [csv, ndjson];

/**
 * The format of a file: the declared one, else by the ending of its name without `.gz`, `.zst` or `.zstd`.
 * @throws RunError `SOURCE.FORMAT_UNKNOWN`
 */
export function formatOf(path: string, declared?: string): SourceFormat {
  const name = basename(path)
    .toLowerCase()
    .replace(/\.(gz|zstd?)$/, '');
  const format = formats.find((each) =>
    declared === undefined
      ? each.endings.some((ending) => name.endsWith(ending))
      : each.name === declared.toLowerCase(),
  );
  if (format !== undefined) return format;
  const known = formats.map((each) => each.name).join(', ');
  const message =
    declared === undefined
      ? `the name of ${path} does not say what it holds`
      : `${path} is declared as ${JSON.stringify(declared)}; known formats are ${known}`;
  throw new RunError('SOURCE.FORMAT_UNKNOWN', message, { where: { file: path } });
}
