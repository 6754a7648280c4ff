/** Reads the beginnings of statements, whose rows are read elsewhere. */

/** A table as a statement names it: schema or database if it does, then its own name. */
export type TableName = readonly string[];

/** The head of a statement that gives rows. */
export type RowsHead = {
  readonly table: TableName;
  /** Absent if the statement names none: then they are those of the table. */
  readonly columns?: readonly string[] | undefined;
  /** How long it is. */
  readonly length: number;
};

/** A column of CREATE TABLE, with its type in lower case. */
export type ColumnType = { readonly name: string; readonly type: string };

const QUOTED = String.raw`\x60(?:[^\x60]|\x60\x60)+\x60|"(?:[^"]|"")+"|\[[^\]]+\]`;
const PART = String.raw`(?:${QUOTED}|[\p{L}_][\p{L}\p{N}_$]*)`;
const NAME = String.raw`${PART}(?:\s*\.\s*${PART}){0,2}`;
const COLUMNS = String.raw`(?:\(((?:[^()"\x60[\]]|${QUOTED})*)\)\s*)?`;
const GAP = String.raw`(?:\s|/\*[\s\S]*?\*/)+`;
const INSERT = new RegExp(
  String.raw`^(?:INSERT|REPLACE)${GAP}(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE|OR\s+\w+)${GAP})*INTO${GAP}(${NAME})\s*${COLUMNS}(?:OVERRIDING\s+\w+\s+VALUE\s*)?VALUES?\s*`,
  'iu',
);
const COPY = new RegExp(String.raw`^COPY\s+(?:ONLY\s+)?(${NAME})\s*${COLUMNS}FROM\s+stdin\s*;[^\n]*\n`, 'iu');
const CREATE = new RegExp(
  String.raw`^CREATE\s+(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|FOREIGN)\s+)*TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(${NAME})\s*\(`,
  'iu',
);
const PARTS = new RegExp(PART, 'gu');

const unquoted = (part: string): string => {
  const quote = part[0] as string;
  if (quote === '[') return part.slice(1, -1);
  return quote === '`' || quote === '"' ? part.slice(1, -1).replaceAll(quote + quote, quote) : part;
};
const partsOf = (text: string): string[] => (text.match(PARTS) ?? []).map(unquoted);

const headOf = (pattern: RegExp, text: string): RowsHead | undefined => {
  const found = pattern.exec(text);
  if (!found) return undefined;
  const [all, name = '', columns] = found;
  return {
    table: partsOf(name),
    columns: columns === undefined ? undefined : partsOf(columns),
    length: Buffer.byteLength(all),
  };
};

/** The head of an INSERT up to its first row; undefined if it is none, or not all of it is there. */
export const insertHead = (text: string): RowsHead | undefined => headOf(INSERT, text);

/** The line of a COPY; undefined if it is none, or not all of it is there. */
export const copyHead = (text: string): RowsHead | undefined => headOf(COPY, text);

const NO_COLUMN =
  /^(?:PRIMARY|KEY|UNIQUE|CONSTRAINT|FOREIGN|INDEX|FULLTEXT|SPATIAL|CHECK|EXCLUDE|LIKE|PERIOD)\b/i;

/** The columns of a whole CREATE TABLE; undefined if it is none. */
export function createdTable(
  text: string,
): { readonly table: TableName; readonly columns: readonly ColumnType[] } | undefined {
  const found = CREATE.exec(text);
  if (!found) return undefined;
  const columns = definitions(text.slice(found[0].length)).flatMap((definition) => {
    const written = definition.trim();
    const name = new RegExp(`^${PART}`, 'u').exec(written)?.[0];
    if (name === undefined || NO_COLUMN.test(written)) return [];
    const type = written.slice(name.length).trim().toLowerCase();
    // Values of these are worked out by the database, and no dump has them.
    return /\bgenerated\s+always\s+as\s*\(/.test(type) ? [] : [{ name: unquoted(name), type }];
  });
  return { table: partsOf(found[1] as string), columns };
}

/** The parts of a list up to its closing parenthesis. */
function definitions(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  const tokens = /'(?:[^'\\]|\\[\s\S]|'')*'|`[^`]*`|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\/|[(),]/g;
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [token] = found;
    if (token === '(') depth++;
    else if (token === ')' && depth-- === 0) return [...parts, text.slice(from, found.index)];
    else if (token === ',' && depth === 0) {
      parts.push(text.slice(from, found.index));
      from = found.index + 1;
    }
  }
  return parts;
}

/** What a statement changes for those after it. */
export type Setting =
  | { readonly database: string }
  | { readonly zone: string }
  | { readonly isStandardStrings: boolean };

const SETTINGS: readonly (readonly [RegExp, (found: string) => Setting])[] = [
  [/^USE\s+(`[^`]+`|"[^"]+"|\[[^\]]+\]|[^\s;]+)/i, (found) => ({ database: unquoted(found) })],
  [
    /^\\c(?:onnect)?\s+(?:-\S+\s+)*(?:"[^"]*dbname='?)?("[^"]+"|[^\s'"]+)/,
    (found) => ({ database: unquoted(found) }),
  ],
  [
    /^SET\s+(?:SESSION\s+|@@session\.)?time_?zone\s*(?:=|to)\s*(\S+)/i,
    (found) => ({ zone: found.replace(/[;'"]/g, '') }),
  ],
  [
    /^SET\s+standard_conforming_strings\s*(?:=|to)\s*'?(\w+)/i,
    (found) => ({ isStandardStrings: found.toLowerCase() === 'on' }),
  ],
];

/** What a statement, or a line for psql, sets. */
export function settingOf(text: string): Setting | undefined {
  for (const [pattern, of] of SETTINGS) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return of(found);
  }
  return undefined;
}
