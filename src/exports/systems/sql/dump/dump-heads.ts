/** Reads the beginnings of statements, whose rows are read elsewhere. */

/** A table as a statement names it: schema or database if it does, then its own name. */
export type TableName = readonly string[];

/** The head of a statement that gives rows. */
export type RowsHead = {
  readonly table: TableName;
  /** Absent if the statement names none: then they are those of the table. */
  readonly columns?: readonly string[] | undefined;
  /** Its length. */
  readonly length: number;
};

/**
 * A column of CREATE TABLE, with its type in lower case. Values of a generated one are worked out by the database: dumps
 * have none.
 */
export type ColumnType = { readonly name: string; readonly type: string; readonly isGenerated: boolean };

/** A column whose values are those of a column of a table, as a statement declares it; `key` is absent for its primary key. */
export type ForeignKey = {
  readonly column: string;
  readonly table: TableName;
  readonly key?: string | undefined;
};

/** A table that has rows of others: their partition, or one that inherits from them; and whose values it has. */
export type AttachedTable = {
  readonly table: TableName;
  readonly parents: readonly TableName[];
  readonly references: readonly ForeignKey[];
};

/** Table as a CREATE TABLE describes it: the columns of its parents, which come first, are not among its own. */
export type CreatedTable = AttachedTable & { readonly columns: readonly ColumnType[] };

// Each text has one reading: a name ends at a quote without another one behind it, a comment at its first end.
const QUOTED = String.raw`\x60[^\x60]*(?:\x60\x60[^\x60]*)*\x60(?!\x60)|"[^"]*(?:""[^"]*)*"(?!")|\[[^[\]]+\]`;
const PART = String.raw`(?:${QUOTED}|[\p{L}_][\p{L}\p{N}_$]*)`;
const NAME = String.raw`${PART}(?:\s*\.\s*${PART}){0,2}`;
const COLUMNS = String.raw`(?:\(([^()"\x60[\]]*(?:(?:${QUOTED})[^()"\x60[\]]*)*)\)\s*)?`;
const GAP = String.raw`(?:\s|/\*(?:[^*]|\*(?!/))*\*/)+`;
const INSERT = new RegExp(
  String.raw`^(?:(?:INSERT|REPLACE)${GAP}(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE|ALL|OR\s+\w+)${GAP})*(?:INTO${GAP})?|INTO${GAP})(${NAME})\s*${COLUMNS}(?:OVERRIDING\s+\w+\s+VALUE\s*)?VALUES?\s*`,
  'iu',
);
const COPY = new RegExp(String.raw`^COPY\s+(?:ONLY\s+)?(${NAME})\s*${COLUMNS}FROM\s+stdin\s*;[^\n]*\n`, 'iu');
const CREATE = new RegExp(
  String.raw`^CREATE\s+(?:(?:GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|FOREIGN)\s+)*TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(${NAME})\s*\(`,
  'iu',
);
const ONLY = String.raw`(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?`;
const PARTITION_OF = new RegExp(
  String.raw`^CREATE\s+(?:\w+\s+)*TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?(${NAME})\s+PARTITION\s+OF\s+(${NAME})`,
  'iu',
);
const INHERITS = new RegExp(String.raw`^\s*INHERITS\s*\(\s*(${NAME}(?:\s*,\s*${NAME})*)\s*\)`, 'iu');
const ATTACH = new RegExp(
  String.raw`^ALTER\s+TABLE\s+${ONLY}(${NAME})\s+ATTACH\s+PARTITION\s+(${NAME})`,
  'iu',
);
const ALTER_INHERIT = new RegExp(String.raw`^ALTER\s+TABLE\s+${ONLY}(${NAME})\s+INHERIT\s+(${NAME})`, 'iu');
const ALTER = new RegExp(String.raw`^ALTER\s+TABLE\s+${ONLY}(${NAME})\s`, 'iu');
const REFERENCES = String.raw`REFERENCES\s+(${NAME})(?:\s*\(\s*(${PART})\s*\))?`;
const INLINE_KEY = new RegExp(String.raw`\s${REFERENCES}`, 'iu');
const FOREIGN_KEY = new RegExp(String.raw`\bFOREIGN\s+KEY\s*\(\s*(${PART})\s*\)\s*${REFERENCES}`, 'giu');
const NAMES = new RegExp(NAME, 'gu');
const PARTS = new RegExp(PART, 'gu');
const FIRST = new RegExp(`^${PART}`, 'u');

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

/** True if it is a COPY of data that follows in another form, such as CSV. */
export const isOtherCopy = (text: string): boolean =>
  text.includes('\n') && /\bFROM\s+STDIN\b/i.test(text.slice(0, text.indexOf('\n')));

const GENERATED = /\bgenerated\s+always\s+as\s*\(|^as\s*\(/;
const NO_COLUMN =
  /^(?:PRIMARY|KEY|UNIQUE|CONSTRAINT|FOREIGN|INDEX|FULLTEXT|SPATIAL|CHECK|EXCLUDE|LIKE|PERIOD)\b/i;

/** Reads a whole CREATE TABLE; undefined if it is none. */
export function createdTable(text: string): CreatedTable | undefined {
  const part = PARTITION_OF.exec(text);
  if (part) {
    const [, table = '', parent = ''] = part;
    return { table: partsOf(table), columns: [], parents: [partsOf(parent)], references: [] };
  }
  const found = CREATE.exec(text);
  if (!found) return undefined;
  const { parts, end } = definitions(text, found[0].length);
  const [, inherited = ''] = INHERITS.exec(text.slice(end)) ?? [];
  const columns = parts.flatMap((definition) => {
    const written = definition.trim();
    const name = FIRST.exec(written)?.[0];
    if (name === undefined || NO_COLUMN.test(written)) return [];
    const type = written
      .slice(name.length)
      .trim()
      .toLowerCase()
      .replace(/^\[(\w+)\]/, '$1');
    return [{ name: unquoted(name), type, isGenerated: GENERATED.test(type) }];
  });
  const parents = Array.from(inherited.matchAll(NAMES), ([name]) => partsOf(name));
  const references = parts.flatMap((definition): readonly ForeignKey[] => {
    const written = definition.trim();
    if (NO_COLUMN.test(written)) return foreignKeys(written);
    const [, table, key] = INLINE_KEY.exec(written) ?? [];
    const [column] = FIRST.exec(written) ?? [];
    return table === undefined || column === undefined ? [] : [foreignKey(column, table, key)];
  });
  return { table: partsOf(found[1] as string), columns, parents, references };
}

const foreignKeys = (text: string): readonly ForeignKey[] =>
  Array.from(text.matchAll(FOREIGN_KEY), ([, column = '', table = '', key]) =>
    foreignKey(column, table, key),
  );

const foreignKey = (column: string, table: string, key: string | undefined): ForeignKey => ({
  column: unquoted(column),
  table: partsOf(table),
  key: key === undefined ? undefined : unquoted(key),
});

/** The table that an ALTER TABLE makes part of another one, or whose values it declares; undefined if it does neither. */
export function attachedTable(text: string): AttachedTable | undefined {
  const [, parent, table] = ATTACH.exec(text) ?? [];
  if (parent !== undefined && table !== undefined)
    return { table: partsOf(table), parents: [partsOf(parent)], references: [] };
  const [, child, inherited] = ALTER_INHERIT.exec(text) ?? [];
  if (child !== undefined && inherited !== undefined)
    return { table: partsOf(child), parents: [partsOf(inherited)], references: [] };
  const references = foreignKeys(text);
  const [, own] = ALTER.exec(text) ?? [];
  return own === undefined || references.length === 0
    ? undefined
    : { table: partsOf(own), parents: [], references };
}

/** The parts of a list from a place up to its closing parenthesis, and the place behind that. */
function definitions(text: string, start: number): { readonly parts: string[]; readonly end: number } {
  const parts: string[] = [];
  let depth = 0;
  let from = start;
  const tokens =
    /'[^'\\]*(?:(?:\\[\s\S]?|'')[^'\\]*)*(?:'|$)|`[^`]*(?:`|$)|"[^"]*(?:"|$)|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)|[(),]/g;
  tokens.lastIndex = start;
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    const [token] = found;
    if (token === '(') depth++;
    else if (token === ')' && depth-- === 0)
      return { parts: [...parts, text.slice(from, found.index)], end: found.index + 1 };
    else if (token === ',' && depth === 0) {
      parts.push(text.slice(from, found.index));
      from = found.index + 1;
    }
  }
  return { parts, end: text.length };
}

/** Change by a statement for those after it. */
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

/** Reads what a statement, or a line for psql, sets. */
export function settingOf(text: string): Setting | undefined {
  for (const [pattern, of] of SETTINGS) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return of(found);
  }
  return undefined;
}
