import { rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import type { DeadLetter } from '../delivery/dead-letter.ts';
import type { Settled } from '../delivery/in-flight.ts';
import { problemsOf, shown } from '../delivery/tally.ts';
import { hintOf } from '../errors/row-codes.ts';
import { RunError } from '../errors/run-error.ts';
import { appendAt } from '../files/append-at.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { Problem, Row } from '../input/rows/row.ts';
import {
  ADDED_COLUMNS,
  escapeFormula,
  RAW_COLUMN,
  type Reason,
  writtenName,
} from '../input/sources/rejects-format.ts';
import type { Source } from '../input/sources/source.ts';

/** Without it a spreadsheet takes UTF-8 for the encoding of its country. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * @param folder exists; files in it are made on the first reject, 0600
 * @param nameOf the name of a source file, as it stands in `_file`
 */
export function rejectsFiles(
  folder: string,
  entity: EntityName,
  sources: readonly Source[],
  nameOf: (file: number) => string,
): DeadLetter {
  const header = csvHeader(sources);
  const lengths: Record<string, number> = {};
  const fileOf = (row: Row): string => `${entity}.${sources[row.file]?.format ?? 'ndjson'}`;
  const lineOf = (settled: Settled): string => {
    const source = sources[settled.row.file] as Source;
    const name = nameOf(settled.row.file);
    return source.format === 'csv'
      ? csvLine(settled, name, header, source.columns ?? [])
      : `${JSON.stringify(ndjsonRow(settled, name), bigints)}\n`;
  };
  return {
    get paths() {
      return Object.keys(lengths).map((name) => join(folder, name));
    },
    async restore(claimed) {
      for (const format of new Set(sources.map((source) => source.format)))
        if (!Object.hasOwn(claimed, `${entity}.${format}`))
          await rm(join(folder, `${entity}.${format}`), { force: true });
      for (const [name, bytes] of Object.entries(claimed)) {
        lengths[name] = bytes;
        await cut(join(folder, name), bytes).catch((error: Error) => {
          throw new RunError(
            'STATE.CORRUPT',
            `the rejects file ${name} does not match the checkpoint: ${error.message}`,
          );
        });
      }
    },
    async append(rows) {
      const rejected = rows.filter(({ outcome }) => problemsOf(outcome).length > 0);
      const byFile = Map.groupBy(rejected, ({ row }) => fileOf(row));
      for (const [name, settled] of byFile) {
        const at = lengths[name] ?? 0;
        const head = at === 0 && name.endsWith('.csv') ? headerLine(header) : '';
        lengths[name] = at + (await appendAt(join(folder, name), head + settled.map(lineOf).join(''), at));
      }
      return { ...lengths };
    },
  };
}

async function cut(path: string, bytes: number): Promise<void> {
  const { size } = await stat(path);
  if (size < bytes) throw new Error(`it has ${size} bytes and had ${bytes}`);
  await truncate(path, bytes);
}

type Header = { readonly columns: readonly string[]; readonly delimiter: string };

/** The columns of every CSV source of the entity, in order of appearance. */
function csvHeader(sources: readonly Source[]): Header {
  const csv = sources.filter(({ format }) => format === 'csv');
  return {
    columns: [...new Set(csv.flatMap(({ columns }) => columns ?? []))],
    delimiter: csv[0]?.delimiter ?? ',',
  };
}

const headerLine = ({ columns, delimiter }: Header): string =>
  BYTE_ORDER_MARK + csvRecord([...columns.map(writtenName), ...ADDED_COLUMNS], delimiter);

/** Quoted where anything but plain text begins or ends it: a reader that trims would not give the same cell back. */
function csvRecord(cells: readonly string[], delimiter: string): string {
  return stringify([cells.map(escapeFormula)], { delimiter, quoted_match: /^\s|\s$/ });
}

type Reasons = Readonly<Record<Exclude<Reason, typeof RAW_COLUMN>, string | number>>;

function reasonsOf({ row, outcome }: Settled, file: string): Reasons {
  const problems = problemsOf(outcome);
  const [first] = problems as readonly [Problem];
  const said = problems.map(({ field, message, value }) =>
    [field, field && ': ', message, value === undefined ? '' : ` (${shown(value)})`].filter(Boolean).join(''),
  );
  return {
    _code: first.code,
    _field: first.field ?? '',
    _message: said.join('; '),
    _hint: hintOf(first.code),
    _file: file,
    _line: row.line,
  };
}

/** The cells of a row that could not be read are left empty: they may stand in the wrong columns. */
function csvLine(
  settled: Settled,
  file: string,
  { columns, delimiter }: Header,
  own: readonly string[],
): string {
  const { row } = settled;
  const cells = row.fault ? [] : (row.values as readonly string[]);
  const added: Readonly<Record<Reason, string | number>> = {
    ...reasonsOf(settled, file),
    [RAW_COLUMN]: row.raw ?? '',
  };
  const record = [
    ...columns.map((name) => cells[own.indexOf(name)] ?? ''),
    ...ADDED_COLUMNS.map((name) => String(added[name])),
  ];
  return csvRecord(record, delimiter);
}

function ndjsonRow(settled: Settled, file: string): Record<string, unknown> {
  const { row } = settled;
  const own = Object.entries(row.values).map(([name, value]) => [writtenName(name), value] as const);
  const raw = row.raw === undefined ? [] : [[RAW_COLUMN, row.raw] as const];
  return Object.fromEntries([...own, ...raw, ...Object.entries(reasonsOf(settled, file))]);
}

/** An integer beyond 2^53 goes back as the digits it came with, in a string: JSON numbers would lose some. */
const bigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
