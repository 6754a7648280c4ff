import { didYouMean } from '../../../errors/nearest.ts';
import { RunError } from '../../../errors/run-error.ts';
import type { Entity } from '../../../input/entities/entity.ts';
import { cellReader } from '../../../input/rows/cell-reader.ts';
import { Unreadable } from '../../../input/rows/decode-cell.ts';
import { compileWhere, type WhereTest } from '../../../input/rows/forms/where.ts';
import type { RefinedAs } from '../../../input/rows/forms/written.ts';
import { type CellReader, type Mapping, whereColumns } from '../../../input/rows/mapping.ts';
import type { Row } from '../../../input/rows/row.ts';
import type { Source } from '../../../input/sources/source.ts';
import { NO_FILE, type RowOrigin } from '../../../tables/prepared-row.ts';
import type { DerivedSourceSpec } from '../../schema/source-schema.ts';
import type { OpenSource } from '../opening.ts';

/** A row that others are derived from, with those of its fields that are asked for. */
export type BaseRow = {
  readonly row: Pick<Row, 'file' | 'values' | 'line' | 'byte' | 'row'>;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** The sources of an entity that other rows are derived from, as far as its rows are concerned. */
export type BaseEntity = {
  readonly sources: readonly (Pick<OpenSource, 'mapping' | 'name'> & {
    readonly source: Pick<Source, 'columns' | 'originOf'>;
  })[];
};

/** The rows of an entity that other rows are derived from: those that its own conditions and those of the source take. */
export class BaseRows {
  readonly entity: Entity;
  readonly #sources: BaseEntity['sources'];
  readonly #test: WhereTest | undefined;
  readonly #names: string[];
  readonly #numbers = new Map<string, number>();
  /** The fields that the rows must be read with. */
  readonly needed = new Set<string>();
  /** By file: reads the cell of the key for comparing. */
  readonly #comparable: CellReader[] = [];

  /** @param names gets the names of the files that rows come from */
  constructor({ where }: DerivedSourceSpec, entity: Entity, { sources }: BaseEntity, names: string[]) {
    this.entity = entity;
    this.#sources = sources;
    this.#names = names;
    for (const name of whereColumns(where ?? {})) this.fieldNamed(name);
    this.#test = where && compileWhere(where, (name) => cellReader(name, undefined));
  }

  /**
   * Checks that the entity has a field, which the rows are then read with.
   * @throws RunError `CONFIG.INVALID`
   */
  fieldNamed(name: string): string {
    this.needed.add(name);
    if (Object.hasOwn(this.entity.fields, name)) return name;
    throw new RunError(
      'CONFIG.INVALID',
      `from: ${this.entity.name}: ${name} is not a field of ${this.entity.name}; a column is { column: ${name} }`,
    );
  }

  /**
   * Checks that one of the files has a column.
   * @throws RunError `SOURCE.COLUMN_MISSING`
   */
  columnNamed(name: string): string {
    if (this.#sources.some(({ mapping }) => mapping.column(name) !== undefined)) return name;
    const columns = this.#sources.flatMap(({ source }) => source.columns ?? []);
    throw new RunError(
      'SOURCE.COLUMN_MISSING',
      `from: ${this.entity.name}: no file has a column ${JSON.stringify(name)}${didYouMean(name, columns)}`,
    );
  }

  /** True if the conditions take a row. */
  takes({ fields }: BaseRow): boolean {
    return this.#test?.takes(fields) ?? true;
  }

  /** The values of fields as ids; undefined if one has none. */
  keyOf({ fields }: BaseRow, keys: readonly string[]): readonly string[] | undefined {
    // An array that grows has room for 17 parts.
    const parts = new Array<string>(keys.length);
    for (let at = 0; at < keys.length; at++) {
      const value = fields[keys[at] as string];
      if (typeof value !== 'string' || value === '') return undefined;
      parts[at] = value.toLowerCase();
    }
    return parts;
  }

  /** The cell that a field was filled from; undefined if it does not come from exactly one. */
  cell({ row }: BaseRow, field: string): unknown {
    return this.#sources[row.file]?.mapping.cell(row.values, field);
  }

  /** The same, if different cells make different ids; undefined if they need not. */
  comparableCell({ row: { file, values } }: BaseRow, field: string): unknown {
    let read = this.#comparable[file];
    if (read === undefined) {
      const isComparable = this.#isComparable(file, field);
      read = (isComparable && this.#sources[file]?.mapping.cellOf(field)) || (() => undefined);
      this.#comparable[file] = read;
    }
    return read(values);
  }

  /** Makes a reader of a column, refined for a field if it has a form. */
  column(name: string, refined?: RefinedAs): (row: BaseRow) => unknown {
    return this.#reader((mapping) => mapping.column(name, refined));
  }

  /** Makes a reader of what people have written for a field: its value before the steps that make an id of it. */
  written(field: string): (row: BaseRow) => unknown {
    return this.#reader((mapping) => mapping.written(field));
  }

  #reader(make: (mapping: Mapping) => CellReader | undefined): (row: BaseRow) => unknown {
    const readers = this.#sources.map(({ mapping }) => make(mapping));
    return ({ row: { file, values } }) => {
      const value = readers[file]?.(values);
      return value instanceof Unreadable || value === '' ? undefined : value;
    };
  }

  /** Origin of a row. */
  originOf({ row }: BaseRow): RowOrigin {
    const { source, name } = this.#sources[row.file] as BaseEntity['sources'][number];
    const place = source.originOf
      ? source.originOf(row.line)
      : { name, line: row.line, byte: row.byte, row: row.row };
    if (!place) return { file: NO_FILE, line: 0, byte: -1 };
    let number = this.#numbers.get(place.name);
    if (number === undefined) {
      number = this.#names.push(place.name) - 1;
      this.#numbers.set(place.name, number);
    }
    return { file: number, line: place.line, byte: place.byte ?? -1, row: place.row ?? 0 };
  }

  /** True if a field is a column that only steps without a loss have changed. */
  #isComparable(file: number, field: string): boolean {
    const found = this.#sources[file]?.mapping.fields.find((each) => each.field === field);
    const source = found?.source;
    if (source === undefined || typeof source === 'string') return source !== undefined;
    if (!('from' in source)) return false;
    const { as = [], from: _, ...others } = source;
    return Object.keys(others).length === 0 && [as].flat().every((step) => LOSSLESS.has(step));
  }
}

/**
 * Makes rows to derive from of those that are left in.
 * @param needed the fields that are read
 */
export function baseReader(
  { sources }: BaseEntity,
  needed: ReadonlySet<string>,
): (row: BaseRow['row']) => BaseRow | undefined {
  const read = sources.map(({ mapping }) => mapping.some(needed));
  return (row) => {
    if (sources[row.file]?.mapping.leftOut?.(row.values) !== undefined) return undefined;
    return { row, fields: read[row.file]?.(row.values) ?? {} };
  };
}

/** Steps that make different ids of different texts, apart from case and blanks. */
const LOSSLESS: ReadonlySet<unknown> = new Set(['trim', 'lower', 'upper', 'nfc', 'slug', 'hash']);

/** A cell without its case and blanks: people who differ in these alone are the same by declaration. */
export function comparableText(cell: unknown): string | undefined {
  if (typeof cell !== 'string' && typeof cell !== 'number') return undefined;
  return String(cell).normalize('NFC').trim().toLowerCase();
}
