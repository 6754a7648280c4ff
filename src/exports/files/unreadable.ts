import type { RunError } from '../../errors/run-error.ts';
import { jsonText } from '../../input/json/json-text.ts';
import { DEPTH_MAX } from '../../input/json/parse-json.ts';
import type { UnreadableRow } from '../neutral.ts';
import type { ExportFile } from './export-files.ts';

/** The most characters of a broken row that are kept. */
const RAW_CHARS_MAX = 65_536;

/** A row of a table that cannot be read, and the values that are known of it. */
export const brokenRow = (why: string, values: readonly unknown[] = [], column?: string): UnreadableRow => ({
  problem: {
    code: 'EXPORT.ROW_UNREADABLE',
    message: why,
    ...(column === undefined ? {} : { field: column }),
  },
  raw: JSON.stringify(
    values.map((value) => (typeof value === 'symbol' ? `(${value.description})` : value)),
  ).slice(0, RAW_CHARS_MAX),
});

/** A row without something that it cannot be without. */
export const missing = (field: string, row: Readonly<Record<string, unknown>>): UnreadableRow => ({
  problem: { code: 'ROW.FIELD_MISSING', field, message: `the row has no ${field}` },
  raw: jsonText(row),
});

/** A row of no kind that the format has. */
export const notAnEntry = (row: Readonly<Record<string, unknown>>): UnreadableRow => ({
  problem: {
    code: 'EXPORT.ROW_UNKNOWN',
    field: 'type',
    value: row['type'],
    message: 'the row has a kind that is unknown in this format',
  },
  raw: jsonText(row),
});

/** Says that a row of another one is nested too deep; undefined if it is not. */
export function tooDeep(row: Readonly<Record<string, unknown>>): UnreadableRow | undefined {
  if (!isDeeper(row, DEPTH_MAX)) return undefined;
  const shown = Object.entries(row).filter(([, value]) => typeof value !== 'object');
  return {
    problem: {
      code: 'NDJSON.TOO_DEEP',
      message: `the row is nested more than ${DEPTH_MAX} levels deep`,
    },
    raw: jsonText(Object.fromEntries(shown)),
  };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const each of Object.values(value)) if (isDeeper(each, levels - 1)) return true;
  return false;
}

/** A file, or its rest, that is of no use. */
export const unusable = ({ name }: ExportFile, message: string): UnreadableRow => ({
  problem: { code: 'EXPORT.FILE_DAMAGED', field: 'file', value: name, message },
  raw: name,
});

/** The rest of a file that breaks off among others. */
export function restOfFile(file: ExportFile, { message }: RunError): UnreadableRow {
  const { path, shown = path } = file;
  return unusable(file, `the rest of the file cannot be read: ${message.replaceAll(path, shown)}`);
}

/** True if it is the rest of a damaged file, which every pass over the file meets. */
export const isRestOfFile = ({ problem }: UnreadableRow): boolean => problem.code === 'EXPORT.FILE_DAMAGED';

/** The name of the file whose rest cannot be read, as what a row is counted of. */
export const damagedFile = (row: UnreadableRow): { readonly of?: string } =>
  isRestOfFile(row) ? { of: String(row.problem.value) } : {};
