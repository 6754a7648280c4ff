import iconv from 'iconv-lite';
import { DateTime } from 'luxon';
import { pick, type Random } from '../../../support/random.ts';
import type { Language } from './words.ts';

export type Cell = string | number | boolean | null;

/** Rows under names of columns; a name with dots is a member of an object in JSON. */
export type Rows = { readonly columns: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

/** How a layout writes its rows. */
export type FileForm = TableForm | { readonly kind: 'ndjson' } | { readonly kind: 'json' };

type TableForm = {
  readonly kind: 'csv';
  readonly delimiter: string;
  readonly encoding: 'utf8' | 'win1252';
  readonly newline: string;
  readonly hasMark: boolean;
};

export function anyFileForm(random: Random, { isWestern }: Language): FileForm {
  const roll = random();
  if (roll < 0.15) return { kind: 'ndjson' };
  if (roll < 0.27) return { kind: 'json' };
  const encoding = isWestern && random() < 0.35 ? 'win1252' : 'utf8';
  return {
    kind: 'csv',
    delimiter: pick(random, [',', ',', ';', ';', '\t', '|']),
    encoding,
    newline: random() < 0.3 ? '\r\n' : '\n',
    hasMark: encoding === 'utf8' && random() < 0.2,
  };
}

export function endingOf(random: Random, form: FileForm): string {
  if (form.kind === 'ndjson') return pick(random, ['.ndjson', '.jsonl']);
  if (form.kind === 'json') return '.json';
  return form.delimiter === '\t' ? pick(random, ['.tsv', '.txt']) : '.csv';
}

export function bytesOf({ columns, rows }: Rows, form: FileForm): Uint8Array {
  if (form.kind === 'csv') {
    const lines = [columns, ...rows].map((row) =>
      row.map((cell) => csvCell(cell, form.delimiter)).join(form.delimiter),
    );
    const text = `${form.hasMark ? '\uFEFF' : ''}${lines.join(form.newline)}${form.newline}`;
    return iconv.encode(text, form.encoding);
  }
  const objects = rows.map((row) => objectOf(columns, row));
  return Buffer.from(
    form.kind === 'json'
      ? `${JSON.stringify(objects, null, 1)}\n`
      : objects.map((each) => `${JSON.stringify(each)}\n`).join(''),
  );
}

/** The same rows with numbers in place of texts of digits. */
export const withNumbers = ({ columns, rows }: Rows): Rows => ({
  columns,
  rows: rows.map((row) => row.map((cell) => (/^[1-9]\d{0,8}$/.test(String(cell)) ? Number(cell) : cell))),
});

function csvCell(cell: Cell, delimiter: string): string {
  const text = cell === null ? '' : String(cell);
  return text.includes(delimiter) || /["\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** An object of a row, with an object for each part of a name with dots; members that have no value are not in it. */
function objectOf(columns: readonly string[], row: readonly Cell[]): object {
  const result: Record<string, unknown> = {};
  for (const [at, name] of columns.entries()) {
    const parts = name.split('.');
    if (row[at] === null && parts.length > 1) continue;
    let inside = result;
    for (const part of parts.slice(0, -1)) {
      inside[part] ??= {};
      inside = inside[part] as Record<string, unknown>;
    }
    inside[parts.at(-1) as string] = row[at];
  }
  return result;
}

/** How a layout writes times. */
export type TimeForm = {
  readonly name: string;
  /** Needs the answer in which zone its times are. */
  readonly isLocal: boolean;
  readonly stepS: number;
  readonly write: (at: number, zone: string) => Cell;
};

const local = (name: string, stepS = 60): TimeForm => ({
  name,
  isLocal: true,
  stepS,
  write: (at, zone) => DateTime.fromSeconds(at, { zone }).toFormat(name, { locale: 'en-US' }),
});

/** Forms in which nobody can take a day for a month. */
export const timeForms: readonly TimeForm[] = [
  { name: 'iso', isLocal: false, stepS: 1, write: (at) => iso(at) },
  { name: 'iso ms', isLocal: false, stepS: 1, write: (at) => iso(at).replace('Z', '.120Z') },
  {
    name: 'iso offset',
    isLocal: false,
    stepS: 1,
    write: (at, zone) => DateTime.fromSeconds(at, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ"),
  },
  { name: 'epoch s', isLocal: false, stepS: 1, write: (at) => at },
  { name: 'epoch ms', isLocal: false, stepS: 1, write: (at) => at * 1_000 + 120 },
  local('yyyy-MM-dd HH:mm:ss', 1),
  local('dd.MM.yyyy HH:mm'),
  local('dd.MM.yyyy HH:mm:ss', 1),
  local('dd/MM/yyyy HH:mm'),
  local('MM/dd/yyyy hh:mm a'),
  local('dd-MMM-yy hh:mm a'),
];

/** Forms of which only days after the twelfth tell which is which. */
export const dayOrders: readonly TimeForm[] = [local('dd/MM/yyyy HH:mm'), local('MM/dd/yyyy HH:mm')];

const iso = (at: number): string => new Date(at * 1_000).toISOString().replace('.000', '');
