import { setImmediate as nextTurn } from 'node:timers/promises';
import { openBytes } from '../../../../input/sources/bytes/bytes.ts';
import type { Files } from '../../../../system/files.ts';
import type { ChatTable, TableRows } from '../../../database/table.ts';
import type { ExportFile } from '../../../files/export-files.ts';
import { brokenRow } from '../../../files/unreadable.ts';
import type { RecordPlace } from '../../../neutral.ts';
import type { ColumnType } from '../dump/dump-heads.ts';
import { type DumpState, type DumpTaker, DumpTokenizer } from '../dump/dump-tokenizer.ts';
import type { ColumnKind } from '../dump/dump-values.ts';
import type { RowPlace, TakeRow, Wanted } from '../dump/row-taker.ts';

/** Rows of a table in a dump: statements that follow each other. */
export type Section = {
  readonly file: ExportFile;
  readonly encoding: string | undefined;
  /** Absent if they are those of the table. */
  readonly columns: readonly string[] | undefined;
  readonly from: RowPlace;
  /** The byte behind it. */
  to: number;
  /** Not set if it surely has none: pg_dump writes a COPY for every table. */
  hasRows: boolean;
  /** The state of the dump where it begins. */
  readonly state: DumpState;
};

/** Columns of a dump that says nothing about them: `1`, `2`, … */
const UNNAMED = Array.from({ length: 64 }, (_, index) => String(index + 1));

/** The columns of a statement, and those that are wanted of them. */
type WantedColumns = Wanted & { readonly own: readonly string[]; readonly columns: readonly string[] };

/** A table of a dump. */
export class DumpTable implements ChatTable {
  readonly name: string;
  readonly path: string;
  readonly columns: readonly string[];
  readonly parents: readonly string[];
  readonly references: NonNullable<ChatTable['references']>;
  readonly isEmpty: boolean;
  readonly #types: readonly ColumnType[];
  readonly #sections: readonly Section[];
  readonly #files: Files;
  /** Columns of the last statement: those of most are equal. */
  #wanted: WantedColumns | undefined;

  constructor(
    { name, path, parents, references }: Pick<DumpTable, 'name' | 'path' | 'parents' | 'references'>,
    { types, sections }: { readonly types: readonly ColumnType[]; readonly sections: readonly Section[] },
    files: Files,
  ) {
    this.name = name;
    this.path = path;
    this.parents = parents;
    this.references = references;
    this.isEmpty = !sections.some(({ hasRows }) => hasRows);
    this.#types = types;
    this.#sections = sections;
    this.#files = files;
    const kept = types.filter(({ isGenerated }) => !isGenerated);
    const named =
      kept.length > 0 ? kept.map((type) => type.name) : sections.flatMap(({ columns = [] }) => columns);
    const { isSqlServer = false, isOracle = false } = sections[0]?.state ?? {};
    const keyOf = (name: string): string => (isSqlServer || isOracle ? name.toLowerCase() : name);
    const unique = new Map(named.toReversed().map((name) => [keyOf(name), name]));
    this.columns = named.length > 0 ? [...unique.values()].toReversed() : sections.length > 0 ? UNNAMED : [];
  }

  /** MySQL writes moments in the zone of the dump; wall time has none. */
  zoneOf(column: string): string | undefined {
    const type = this.#types.find(({ name }) => name === column)?.type ?? '';
    const zone = this.#sections[0]?.state.zone;
    return /^timestamp\b/.test(type) &&
      !this.#sections[0]?.state.isPostgres &&
      zone !== undefined &&
      /^[-+]\d/.test(zone)
      ? `UTC${zone}`
      : undefined;
  }

  async pass(columns: readonly string[], rows: TableRows, signal: AbortSignal): Promise<void> {
    for (const section of this.#sections) await this.#passSection(section, columns, rows, signal);
  }

  async #passSection(
    section: Section,
    columns: readonly string[],
    rows: TableRows,
    signal: AbortSignal,
  ): Promise<void> {
    const { file, encoding, from, to, state } = section;
    const bytes = await openBytes(file.path, encoding, this.#files);
    const tokenizer = new DumpTokenizer(this.#taker(section, columns, rows), { ...state }, from);
    let left = to - from.byte;
    for await (const piece of bytes.read(from.byte, signal)) {
      tokenizer.push(piece.length > left ? piece.subarray(0, left) : piece);
      left -= piece.length;
      if (left <= 0) break;
      await nextTurn();
    }
    tokenizer.end();
  }

  #taker(section: Section, columns: readonly string[], rows: TableRows): DumpTaker {
    const placeOf = ({ byte, line }: RowPlace): RecordPlace => ({
      file: section.file.name,
      root: section.file.root,
      line,
      byte,
    });
    const all = this.#columnsOf(section);
    return {
      rows: (statement) => this.#asked(statement.columns ?? all, columns, rows, placeOf),
      cut: (_place, what, row) => {
        if (row) rows.unreadable(brokenRow(`the dump ends inside of this row of ${what}`), placeOf(row));
      },
    };
  }

  /** The columns of statements that name none; SQLite alone has no place there for those that are generated. */
  #columnsOf({ columns, state }: Section): readonly string[] {
    if (columns !== undefined || this.columns === UNNAMED) return columns ?? UNNAMED;
    return state.isPostgres || state.isBackslashed ? this.#types.map(({ name }) => name) : this.columns;
  }

  #asked(
    own: readonly string[],
    columns: readonly string[],
    rows: TableRows,
    placeOf: (place: RowPlace) => RecordPlace,
  ): { readonly wanted: Wanted; readonly take: TakeRow } {
    const isUnnamed = own === UNNAMED;
    const known = this.#wanted;
    const wanted = known?.own === own && known.columns === columns ? known : this.#want(own, columns);
    const take: TakeRow = (values, count, place) => {
      if (count !== own.length && !isUnnamed)
        rows.unreadable(brokenRow(`it has ${count} values, not ${own.length}`, values), placeOf(place));
      else rows.row(values, placeOf(place));
    };
    return { wanted, take };
  }

  /** Databases may take names of columns in any case. */
  #want(own: readonly string[], columns: readonly string[]): WantedColumns {
    const small = columns.map((name) => name.toLowerCase());
    const slots = Int16Array.from(own, (name) => {
      const exact = columns.indexOf(name);
      return exact >= 0 || this.columns.includes(name) ? exact : small.indexOf(name.toLowerCase());
    });
    const kinds = own.map((name) => this.#kindOf(name));
    this.#wanted = { own, columns, slots, kinds, width: columns.length };
    return this.#wanted;
  }

  #kindOf(column: string): ColumnKind {
    const type = this.#types.find(({ name }) => name === column)?.type ?? '';
    return /^(?:var)?binary\b/.test(type) ? 'hex' : /^bit\b/.test(type) ? 'number' : 'text';
  }
}
