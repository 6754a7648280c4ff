import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

/** A problem that must be found. */
type Expected = { readonly code: string; readonly field?: string; readonly value?: string };

/** A row of the broken samples with what stands in its `_expect`. */
export type BrokenRow = {
  readonly entity: string;
  readonly file: string;
  readonly line: number;
  readonly byte: number;
  /** Empty for a good row. */
  readonly expected: readonly Expected[];
  /** The cells by column; empty where the row cannot be taken apart. */
  readonly cells: Readonly<Record<string, unknown>>;
};

/** The codes of rows that need more than the pipeline of the samples has. */
export const CODES_WITHOUT_ROWS: readonly string[] = [
  // Sources of bans and blocks.
  'BAN.OWNER',
  'BLOCK.SELF',
  // Exports of other chat systems.
  'EXPORT.CONVERSATION_UNCLEAR',
  'EXPORT.CONVERSATION_UNKNOWN',
  'EXPORT.FILE_DAMAGED',
  'EXPORT.ROW_UNKNOWN',
  'EXPORT.ROW_UNREADABLE',
  'EXPORT.SENDER_UNKNOWN',
  // Sources of friends.
  'FRIEND.SELF',
  // A source that is derived.
  'ID.COLLISION',
  // The ordinary calls, `api: rest`.
  'MESSAGE.CUSTOM_DATA_MISSING',
  'MESSAGE.FILE_MISSING',
  // Sources of reactions and roles.
  'REACTION.INVALID',
  'REACTION.TOO_LONG',
  'RECEIPT.CONVERSATION_INVALID',
  'RECEIPT.NOT_IN_CONVERSATION',
  'RECEIPT.TIME_MISSING',
  // A source of rows that are written by calls for a user.
  'REFERENCE.INACTIVE',
  'ROLE.DESCRIPTION_TOO_LONG',
  'ROLE.NAME_TOO_LONG',
  // It is the header.
  'ROW.IS_HEADER',
  // A `lookup` and an `other` in the map.
  'ROW.LOOKUP_MISSING',
  'ROW.OTHER_UNCLEAR',
  // A function.
  'ROW.TRANSFORM_FAILED',
  'ROW.TRANSFORM_RESULT',
  'USER.STATUS_TOO_LONG',
  'XLSX.CELL_INVALID',
];

/** Characters of a value that a report shows. */
const VALUE_CHARS = 200;

/** Reads every sample of a folder by its own means: an expectation is what its line begins with. */
export async function readBrokenRows(folder: string): Promise<BrokenRow[]> {
  const files = (await readdir(folder)).filter((name) => /\.(csv|ndjson)$/.test(name)).sort();
  const rows = files.map(async (file) => rowsOf(file, await readFile(join(folder, file))));
  return (await Promise.all(rows)).flat();
}

function rowsOf(file: string, bytes: Buffer): BrokenRow[] {
  const [, entity = '', format = ''] = /^([a-z]+).*\.(csv|ndjson)$/.exec(file) ?? [];
  const begins = format === 'csv' ? CSV_BEGINS : NDJSON_BEGINS;
  const records: { line: number; byte: number; text: string; written: string }[] = [];
  let byte = 0;
  for (const [index, piece] of linesOf(bytes).entries()) {
    const text = piece.toString();
    const written = begins.exec(text)?.[1];
    const last = records.at(-1);
    if (index === 0 && format === 'csv') records.push({ line: 1, byte, text, written: '' });
    else if (written !== undefined) records.push({ line: index + 1, byte, text, written });
    else if (last) last.text += text;
    byte += piece.length;
  }
  const header = format === 'csv' ? (records.shift()?.text ?? '') : '';
  return records.map(({ line, byte, text, written }) => {
    const value = cellsOf(header, text, written === '' || written.includes(' '));
    const cells = isObject(value) ? value : {};
    const found = written === '' ? [] : written.split(' + ');
    return { entity, file, line, byte, cells, expected: found.map((one) => expectation(one, cells, value)) };
  });
}

/** A line of a cell that goes on begins otherwise. */
const CSV_BEGINS = /^((?:[A-Z]+\.[A-Z_]+[^,]*)?),/;
const NDJSON_BEGINS = /^[{[]?(?:"_expect":)?"([^"]*)"/;

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf('\n', from);
    const next = end < 0 ? bytes.length : end + 1;
    lines.push(bytes.subarray(from, next));
    from = next;
  }
  return lines;
}

function cellsOf(header: string, text: string, readable: boolean): unknown {
  if (header !== '') return readable ? parse(header + text, { columns: true })[0] : {};
  return readable || text.startsWith('[') || text.startsWith('"') ? JSON.parse(text) : {};
}

/** `CODE field=value`, `CODE field` (the value is the cell's) or `CODE`. */
function expectation(written: string, cells: Readonly<Record<string, unknown>>, row: unknown): Expected {
  const [, code = '', field, value] = /^(\S+)(?: ([^=]+)(?:=(.*))?)?$/.exec(written) ?? [];
  if (field === undefined) return isObject(row) ? { code } : { code, value: shown(row) };
  const cell = value ?? cells[field];
  return { code, field, ...(cell === undefined || cell === '' ? {} : { value: shown(cell) }) };
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS)}…` : text;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
