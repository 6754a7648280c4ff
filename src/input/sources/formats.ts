import { basename } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { csv } from './csv/csv.ts';
import { xlsx } from './csv/xlsx/xlsx.ts';
import { json } from './json/json.ts';
import { ndjson } from './json/ndjson.ts';
import type { SourceFormat } from './source.ts';

/**
 * Every format of source files. A new format is one more folder and one more name here. Any text can be CSV, so it is
 * first: see `looksLike`.
 */
export const formats = [csv, ndjson, json, xlsx] as const satisfies readonly SourceFormat[];

export type FormatName = (typeof formats)[number]['name'];

/** The names of the formats, for the schema of pipeline files. */
export const formatNames: readonly FormatName[] = formats.map(({ name }) => name);

/** The label of a format for people; the given name if the format is unknown. */
export const formatLabel = (name: string): string =>
  formats.find((each) => each.name === name)?.label ?? name;

const endingsOf = ({ endings, looseEndings = [] }: SourceFormat): readonly string[] => [
  ...endings,
  ...looseEndings,
];
const plainName = (path: string): string =>
  basename(sheetOf(path).book)
    .toLowerCase()
    .replace(/\.(gz|zstd?)$/, '');

/** The two parts of the path of a sheet of a workbook. */
const SHEET = /^(.*?\.xls[xm])!\/(.*)$/is;

/** The path of a workbook, and the sheet in it that a path names. */
export function sheetOf(path: string): { readonly book: string; readonly sheet?: string } {
  const [, book = path, sheet] = SHEET.exec(path) ?? [];
  return sheet === undefined ? { book } : { book, sheet };
}

/** True if the name of a file alone says that it is an export. */
export function isExportName(path: string): boolean {
  const name = plainName(path);
  return formats.some(({ endings }) => endings.some((ending) => name.endsWith(ending)));
}

/** The format of a file by its name, else by its beginning (`head`, decoded to UTF-8). */
export function formatFound(path: string, head: Buffer): (typeof formats)[number] {
  const name = plainName(path);
  return (
    formats.find((format) => endingsOf(format).some((ending) => name.endsWith(ending))) ??
    formats.findLast((format) => format.looksLike(head)) ??
    formats[0]
  );
}

/**
 * The format of a file: the declared one, else by the ending of its name without `.gz`, `.zst` or `.zstd`.
 * @throws RunError `SOURCE.FORMAT_UNKNOWN`
 */
export function formatOf(path: string, declared?: string): (typeof formats)[number] {
  const name = plainName(path);
  const format = formats.find((each) =>
    declared === undefined
      ? endingsOf(each).some((ending) => name.endsWith(ending))
      : each.name === declared.toLowerCase(),
  );
  if (format !== undefined) return format;
  const message =
    declared === undefined
      ? `the name of ${path} does not show its format`
      : `${path} is declared as ${JSON.stringify(declared)}; known formats are ${formatNames.join(', ')}`;
  throw new RunError('SOURCE.FORMAT_UNKNOWN', message, {
    hint: `declare it in the pipeline: ${formatNames.map((each) => `format: ${each}`).join('  or  ')}`,
    where: { file: path },
  });
}
