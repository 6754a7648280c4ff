import { defined } from '../../input/json/defined.ts';
import { rootOf } from '../../input/rows/cell-reader.ts';
import { isMadeColumn } from '../../input/rows/made-column.ts';
import { type MappedField, type Mapping, mappedColumns } from '../../input/rows/mapping.ts';
import type { Values } from '../../input/rows/row.ts';
import { TALLY_TIMES, TALLY_WORDS, TIME_FORM, TIME_FORMS, timeForm } from '../../prefilter/facts.ts';
import type { ColumnProfile, TimeForms } from '../../report/result/profile.ts';

/** Members counted in rows that name their own members, in addition to those that fields read. */
const COLUMNS_MAX = 500;

/** Counts the cells of one file by column: how many are filled, their lengths, and how times are written. */
export class ColumnTally {
  readonly #names: string[];
  readonly #named: boolean;
  readonly #at = new Map<string, number>();
  readonly #fields = new Map<string, MappedField>();
  /** By column: every field that uses it, also in a template or together with others. */
  readonly #uses = new Map<string, string[]>();
  readonly #namesMax: number;
  #filled = new Float64Array();
  #shortest = new Float64Array();
  #longest = new Float64Array();
  #times = new Float64Array();
  #rows = 0;

  /** @param columns the header; undefined if rows name their own members */
  constructor(columns: readonly string[] | undefined, { fields, columns: mapped }: Mapping) {
    this.#named = columns !== undefined;
    this.#names = [...(columns ?? mapped)];
    for (const [index, name] of this.#names.entries()) this.#at.set(name, index);
    this.#namesMax = this.#names.length + (columns ? 0 : COLUMNS_MAX);
    this.#makeRoom(this.#names.length);
    for (const name of mapped) this.#uses.set(name, []);
    for (const each of fields) {
      const { source } = each;
      const name = typeof source === 'string' ? source : 'from' in source ? source.from : undefined;
      if (name !== undefined && !this.#fields.has(name)) this.#fields.set(name, each);
      for (const used of mappedColumns({ [each.field]: source })) this.#use(used, each.field);
    }
  }

  #makeRoom(columns: number): void {
    const before = this.#filled.length;
    if (columns <= before) return;
    // Of thousands of files, most have few columns.
    const room = Math.max(columns, Math.min(2 * before, this.#namesMax));
    const grown = (array: Float64Array, cells = 1): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(room * cells);
      larger.set(array);
      return larger;
    };
    this.#filled = grown(this.#filled);
    this.#shortest = grown(this.#shortest).fill(Number.POSITIVE_INFINITY, before);
    this.#longest = grown(this.#longest);
    this.#times = grown(this.#times, TIME_FORMS);
  }

  #use(column: string, field: string): void {
    // If rows are objects, a place inside a member uses the member.
    for (const name of this.#named ? [column] : new Set([column, rootOf(column)]))
      this.#uses.set(name, [...(this.#uses.get(name) ?? []), field]);
  }

  /** The columns in the order of a record's cells. The list grows if rows name their own members. */
  get names(): readonly string[] {
    return this.#names;
  }

  get rows(): number {
    return this.#rows;
  }

  /** Adds the counts of records that were screened in a block, TALLY_WORDS for each column. */
  block(records: number, tally: Uint32Array): void {
    this.#rows += records;
    this.#makeRoom(tally.length / TALLY_WORDS);
    for (let column = 0; column * TALLY_WORDS < tally.length; column++) {
      const [filled = 0, shortest = 0, longest = 0] = tally.subarray(column * TALLY_WORDS);
      this.#filled[column] = (this.#filled[column] as number) + filled;
      this.#shortest[column] = Math.min(this.#shortest[column] as number, filled > 0 ? shortest : Infinity);
      this.#longest[column] = Math.max(this.#longest[column] as number, longest);
      for (let form = 0; form < TIME_FORMS; form++) {
        const at = column * TIME_FORMS + form;
        this.#times[at] =
          (this.#times[at] as number) + (tally[column * TALLY_WORDS + TALLY_TIMES + form] as number);
      }
    }
  }

  /** Counts a row's cells. */
  row(values: Values): void {
    this.#rows++;
    if (Array.isArray(values)) {
      for (let column = 0; column < this.#names.length; column++) this.#value(column, values[column]);
      return;
    }
    for (const [name, value] of Object.entries(values)) {
      let column = this.#at.get(name);
      if (column === undefined) {
        if (this.#names.length >= this.#namesMax) continue;
        column = this.#names.push(name) - 1;
        this.#makeRoom(column + 1);
        this.#at.set(name, column);
      }
      this.#value(column, value);
    }
  }

  #value(column: number, value: unknown): void {
    if (value === undefined || value === null || value === '') return;
    const text = typeof value === 'string' ? value : textOf(value);
    this.#cell(column, Buffer.byteLength(text));
    const field = this.#fields.get(this.#names[column] as string);
    if (field?.kind !== 'time') return;
    const at = column * TIME_FORMS + timeForm(text);
    this.#times[at] = (this.#times[at] as number) + 1;
  }

  #cell(column: number, bytes: number): void {
    this.#filled[column] = (this.#filled[column] as number) + 1;
    if (bytes < (this.#shortest[column] as number)) this.#shortest[column] = bytes;
    if (bytes > (this.#longest[column] as number)) this.#longest[column] = bytes;
  }

  profile(): ColumnProfile[] {
    const all = this.#names.map((name, column) => {
      const field = this.#fields.get(name);
      const uses = this.#uses.get(name);
      const filled = this.#filled[column] as number;
      const times = Object.entries(TIME_FORM).map(
        ([form, at]) => [form, this.#times[column * TIME_FORMS + at]] as const,
      );
      return defined({
        name,
        field: field?.field,
        fields: uses,
        filled,
        empty: this.#rows - filled,
        shortest: filled === 0 ? 0 : (this.#shortest[column] as number),
        longest: this.#longest[column] as number,
        times: field?.kind === 'time' ? (Object.fromEntries(times) as TimeForms) : undefined,
      });
    });
    if (this.#named) return all.filter(({ name }) => !isMadeColumn(name));
    // If rows name their own members, a name that no row has is not a column.
    return all.filter(({ filled }) => filled > 0);
  }
}

const bigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
const textOf = (value: unknown): string => JSON.stringify(value, bigints) ?? '';
