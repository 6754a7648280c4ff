import { RunError } from '../../../../errors/run-error.ts';
import { openBytes } from '../../../../input/sources/bytes/bytes.ts';
import type { FoundTables } from '../../../database/table.ts';
import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';
import type { ColumnType, CreatedTable, ForeignKey, TableName } from '../dump/dump-heads.ts';
import { type DumpState, type DumpTaker, DumpTokenizer, type RowsStatement } from '../dump/dump-tokenizer.ts';
import { type DumpHead, dumpHead } from './dump-head.ts';
import { DumpTable, type Section } from './dump-table.ts';

/** Statements of one table in a row are one section, so a dump has few; more than these are no dump of a chat. */
const SECTIONS_MAX = 100_000;
const TAIL_BYTES = 1_024;

type Made = {
  readonly name: string;
  readonly path: string;
  types: readonly ColumnType[];
  readonly sections: Section[];
  /** The tables of which it has rows, and those whose columns are its first ones. */
  readonly parents: Set<Made>;
  readonly heirOf: Set<Made>;
  readonly references: ForeignKey[];
};

/**
 * Reads dumps once: which tables they have, and where the rows of each are.
 * @throws RunError `SOURCE.*`, `EXPORT.DUMP_UNREADABLE`
 */
export async function catalogOf(
  dumps: readonly ExportFile[],
  files: ExportFiles,
  signal: AbortSignal,
): Promise<FoundTables> {
  const catalog = new Catalog(files);
  const heads = new Map<ExportFile, DumpHead>();
  for (const file of dumps) heads.set(file, dumpHead(await files.head(file)));
  const known = [...heads.values()].find(({ isUnknown }) => !isUnknown);
  for (const [file, head] of heads) {
    // A file with rows alone is written as those beside it.
    const { dialect } = head.isUnknown && known ? known : head;
    await catalog.read(file, { ...head, dialect }, signal);
  }
  return catalog.found();
}

class Catalog {
  readonly #files: ExportFiles;
  readonly #made = new Map<string, Made>();
  readonly #notes: string[] = [];
  #sections = 0;
  /** Of the file that is read: how many statements have rows that are not read, and the line of the first. */
  #unread = { count: 0, line: 0 };
  /** True if a statement that gives rows has begun and not ended. */
  #isOpen = false;
  #last: { readonly made: Made; readonly columns: string | undefined; section: Section } | undefined;

  constructor(files: ExportFiles) {
    this.#files = files;
  }

  async read(file: ExportFile, head: DumpHead, signal: AbortSignal): Promise<void> {
    if (head.unknownCharset !== undefined)
      throw new RunError(
        'EXPORT.DUMP_UNREADABLE',
        `${file.name} is in the character set ${head.unknownCharset}, which is not known`,
        {
          hint: 'dump it again in UTF-8:  mysqldump --default-character-set=utf8mb4,  pg_dump --encoding=UTF8',
          where: { file: file.path },
        },
      );
    const bytes = await openBytes(file.path, head.encoding, this.#files.system);
    const start = { byte: bytes.start, line: 1 };
    const state = { ...head.dialect, database: undefined, zone: undefined };
    const tokenizer = new DumpTokenizer(this.#taker(file, head), state, start);
    this.#last = undefined;
    this.#unread = { count: 0, line: 0 };
    let tail = Buffer.alloc(0);
    for await (const piece of bytes.read(bytes.start, signal)) {
      tokenizer.push(piece);
      tail = Buffer.concat([
        piece.length >= TAIL_BYTES ? Buffer.alloc(0) : tail,
        piece.subarray(-TAIL_BYTES),
      ]).subarray(-TAIL_BYTES);
    }
    tokenizer.end();
    const { count, line } = this.#unread;
    if (count > 0)
      this.#notes.push(
        `${file.name} has ${count} statements whose rows are not read, the first in line ${line}: INSERT without VALUES, or COPY with options`,
      );
    if (head.lastLine !== undefined && !tail.includes(head.lastLine))
      this.#notes.push(`${file.name} has no line  ${head.lastLine}  at its end: it may have been cut`);
  }

  found(): FoundTables {
    const all = [...this.#made.values()];
    const parts = new Map<Made, Section[]>();
    for (const made of all)
      for (const parent of ancestorsOf(made)) {
        const of = parts.get(parent) ?? [];
        of.push(...sectionsOf(made));
        parts.set(parent, of);
      }
    const tables = all.map((made) => {
      const { name, path } = made;
      const parents = [...ancestorsOf(made)].map((parent) => parent.path);
      const sections = [...made.sections, ...(parts.get(made) ?? [])];
      const references = made.references.map(({ column, table, key }) => ({
        column,
        table: table.at(-1) as string,
        key,
      }));
      const types = typesOf(made);
      return new DumpTable({ name, path, parents, references }, { types, sections }, this.#files.system);
    });
    return { tables, notes: this.#notes };
  }

  #taker(file: ExportFile, head: DumpHead): DumpTaker {
    return {
      created: (created, state) => this.#create(created, state),
      attached: ({ table, parents, references }, state) => {
        this.#madeOf(table, state).references.push(...references);
        for (const parent of parents) this.#madeOf(table, state).parents.add(this.#madeOf(parent, state));
      },
      rows: (statement, state) => {
        this.#begin(file, head, statement, state);
        return undefined;
      },
      withoutRows: ({ line }) => {
        const { count, line: first } = this.#unread;
        this.#unread = { count: count + 1, line: count === 0 ? line : first };
      },
      rowsEnded: (byte, isEmpty) => this.#endSection(byte, isEmpty),
      cut: ({ line, byte }, what) => {
        if (this.#isOpen) this.#endSection(byte, false);
        this.#notes.push(
          `${file.name} ends inside of ${what} (line ${line}, byte ${byte}): it is cut, and what followed is missing`,
        );
      },
    };
  }

  #create({ table, columns, parents, references }: CreatedTable, state: DumpState): void {
    const made = this.#madeOf(table, state);
    made.references.push(...references);
    made.types = columns;
    for (const parent of parents.map((name) => this.#madeOf(name, state))) {
      made.parents.add(parent);
      made.heirOf.add(parent);
    }
  }

  #begin(file: ExportFile, head: DumpHead, { table, columns, place }: RowsStatement, state: DumpState): void {
    this.#isOpen = true;
    const made = this.#madeOf(table, state);
    const key = columns?.join('\0');
    const last = this.#last;
    if (last && last.made === made && last.columns === key && last.section.file === file) return;
    if (++this.#sections > SECTIONS_MAX)
      throw new RunError(
        'EXPORT.DUMP_UNREADABLE',
        `${file.name} changes between its tables more than ${SECTIONS_MAX} times`,
      );
    const section: Section = {
      file,
      encoding: head.encoding,
      columns,
      from: place,
      to: place.byte,
      hasRows: false,
      state: { ...state },
    };
    made.sections.push(section);
    this.#last = { made, columns: key, section };
  }

  #endSection(byte: number, isEmpty: boolean): void {
    this.#isOpen = false;
    if (!this.#last) return;
    const { section } = this.#last;
    section.to = byte;
    section.hasRows ||= !isEmpty;
  }

  #madeOf(table: TableName, { database, isSqlServer, isOracle }: DumpState): Made {
    const path = [...(database === undefined || table.length > 2 ? [] : [database]), ...table].join('.');
    const key = isSqlServer || isOracle ? path.toLowerCase() : path;
    const known = this.#made.get(key);
    if (known) return known;
    const made: Made = {
      name: table.at(-1) as string,
      path,
      types: [],
      sections: [],
      parents: new Set(),
      heirOf: new Set(),
      references: [],
    };
    this.#made.set(key, made);
    return made;
  }
}

/** The tables that a table is part of, directly or not; never itself. */
function ancestorsOf(made: Made): ReadonlySet<Made> {
  const found = new Set([made]);
  for (const each of found) for (const parent of each.parents) found.add(parent);
  found.delete(made);
  return found;
}

/** The columns of a table: first those that it has inherited. */
function typesOf(
  made: Made,
  all = new Map<string, ColumnType>(),
  seen = new Set([made]),
): readonly ColumnType[] {
  for (const parent of made.heirOf) if (!seen.has(parent)) typesOf(parent, all, seen.add(parent));
  for (const type of made.types) all.set(type.name, type);
  return [...all.values()];
}

/** The rows of a part of another table: its columns may stand in another order. */
function sectionsOf(made: Made): readonly Section[] {
  const names = typesOf(made).map(({ name }) => name);
  return made.sections.map((section) =>
    section.columns === undefined && names.length > 0 ? { ...section, columns: names } : section,
  );
}
