import { nearest } from '../../../errors/nearest.ts';
import { RunError } from '../../../errors/run-error.ts';
import type { Entity } from '../../../input/entities/entity.ts';
import { NO_FILE, type Origin } from '../../../input/prepared/prepared-row.ts';
import { cellReader } from '../../../input/rows/cell-reader.ts';
import { compileWhere, type WhereTest } from '../../../input/rows/forms/where.ts';
import type { CellReader } from '../../../input/rows/mapping.ts';
import type { Row } from '../../../input/rows/row.ts';
import { readRows } from '../../../input/sources/read-rows.ts';
import type { DerivedSourceSpec } from '../../schema/source-schema.ts';
import type { OpenEntity, OpenSource } from '../opening.ts';

/** A row that others are derived from, with those of its fields that are asked for. */
export type BaseRow = { readonly row: Row; readonly fields: Readonly<Record<string, unknown>> };

/** The rows of an entity that other rows are derived from: those that its own conditions and those of the source take. */
export class BaseRows {
  readonly entity: Entity;
  readonly #sources: readonly OpenSource[];
  readonly #test: WhereTest | undefined;
  readonly #names: string[];
  readonly #numbers = new Map<string, number>();
  readonly #readers = new Map<string, CellReader>();
  /** The fields that the rows must be read with. */
  readonly needed = new Set<string>();
  /** By file: reads the cell of the key for comparing. */
  readonly #comparable: ((values: Row['values']) => string | undefined)[] = [];

  /** @param names gets the names of the files that rows come from */
  constructor({ where }: DerivedSourceSpec, entity: Entity, { sources }: OpenEntity, names: string[]) {
    this.entity = entity;
    this.#sources = sources;
    this.#names = names;
    for (const name of Object.keys(where ?? {})) this.fieldNamed(name);
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
    const meant = nearest(name, columns);
    throw new RunError(
      'SOURCE.COLUMN_MISSING',
      `from: ${this.entity.name}: no file has a column ${JSON.stringify(name)}${meant ? `, did you mean ${meant}` : ''}`,
    );
  }

  /** Those of some rows that the conditions take. */
  taken(rows: readonly BaseRow[]): readonly BaseRow[] {
    const test = this.#test;
    return test ? rows.filter(({ fields }) => test.takes(fields)) : rows;
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

  /** The same for comparing: people who differ in case or blanks alone are the same by declaration. */
  comparableCell({ row }: BaseRow, field: string): string | undefined {
    let read = this.#comparable[row.file];
    if (read === undefined) {
      const { mapping } = this.#sources[row.file] as OpenSource;
      const isComparable = this.#isComparable(row.file, field);
      read = isComparable ? comparable((values) => mapping.cell(values, field)) : () => undefined;
      this.#comparable[row.file] = read;
    }
    return read(row.values);
  }

  /** Reads a column of the row. */
  column({ row }: BaseRow, name: string): unknown {
    const id = `${row.file} ${name}`;
    let read = this.#readers.get(id);
    if (!read) {
      read = this.#sources[row.file]?.mapping.column(name) ?? (() => undefined);
      this.#readers.set(id, read);
    }
    return read(row.values);
  }

  /** Where a row came from. */
  originOf({ row }: BaseRow): Origin {
    const { source, name } = this.#sources[row.file] as OpenSource;
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

  /** Whether a field is a column that only steps without a loss have changed. */
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
 * Reads the rows of an entity in order, without those that are left out or could not be read.
 * @param needed the fields that are read
 */
export async function* readBase(
  { sources }: OpenEntity,
  needed: ReadonlySet<string>,
  signal: AbortSignal,
): AsyncGenerator<readonly BaseRow[]> {
  const read = sources.map(({ mapping }) => mapping.some(needed));
  const files = sources.map(({ source }) => source);
  for await (const rows of readRows(files, undefined, signal)) {
    const taken: BaseRow[] = [];
    for (const row of rows) {
      const { mapping } = sources[row.file] as OpenSource;
      if (row.fault || row.leftOut !== undefined || mapping.leftOut?.(row.values) !== undefined) continue;
      taken.push({ row, fields: read[row.file]?.(row.values) ?? {} });
    }
    yield taken;
  }
}

/** Steps that make different ids of different texts, apart from case and blanks. */
const LOSSLESS: ReadonlySet<unknown> = new Set(['trim', 'lower', 'upper', 'nfc', 'slug', 'hash']);

/** Reads a cell without its case and blanks. Rows that follow each other often have the same cell. */
function comparable(read: CellReader): (values: Row['values']) => string | undefined {
  let last: unknown;
  let made: string | undefined;
  return (values) => {
    const cell = read(values);
    if (cell === last) return made;
    last = cell;
    made =
      typeof cell === 'string' || typeof cell === 'number'
        ? String(cell).normalize('NFC').trim().toLowerCase()
        : undefined;
    return made;
  };
}
