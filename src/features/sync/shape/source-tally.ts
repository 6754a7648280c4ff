import type { SourceFields } from '../../../input/rows/owned-fields.ts';
import type { Values } from '../../../input/rows/row.ts';
import type { SourceShape } from '../../../session/kept/kept-shape.ts';
import type { LostField } from './lost-field.ts';

/** Times that the service changes by itself: a change never writes them, so nothing is lost with them. */
const ACTIVITY: ReadonlySet<string> = new Set(['deliveredAt', 'readAt', 'lastActiveAt']);

/** Columns of a source that are remembered. */
const COLUMNS_MAX = 1_000;

/** Counts in how many rows of a source each field has a value. */
export class SourceTally {
  /** The short name of its first file. */
  readonly name: string;
  /** Rows that were read. */
  #rows = 0;
  /** Records that are the same as in the last sync run, and were not read. */
  unchanged = 0;
  /** The same, but read. */
  read = 0;
  /** Whether all rows of its files are its own. */
  #isAlone = true;
  readonly #owned: SourceFields[] = [];
  readonly #columns = new Set<string>();
  readonly #fields = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  /**
   * @param columns of a file; absent if its rows are objects
   * @param isAlone whether no other source takes rows of the file
   */
  add(owned: SourceFields, columns: readonly string[] | undefined, isAlone: boolean): void {
    this.#owned.push(owned);
    this.#isAlone &&= isAlone;
    // The columns of rows that are made are nobody's.
    if (owned.source !== '') for (const column of columns ?? []) this.#takeColumn(column);
  }

  /** Tells the source what it had. */
  begin(before: SourceShape | undefined): void {
    if (!before) return;
    const had = [...before.fields].flatMap(([name, rows]) => (rows > 0 ? [name] : []));
    for (const owned of this.#owned) {
      owned.know(had);
      owned.lose(had.filter((name) => !owned.isKnown(name)));
    }
  }

  restart(): void {
    this.#rows = 0;
    this.unchanged = 0;
    this.read = 0;
    this.#fields.clear();
  }

  takeRow(values: Values): void {
    this.#rows++;
    if (this.#owned[0]?.source !== '' && !Array.isArray(values))
      for (const name of Object.keys(values)) this.#takeColumn(name);
  }

  #takeColumn(name: string): void {
    if (this.#columns.size < COLUMNS_MAX && !name.startsWith('$')) this.#columns.add(name);
  }

  readonly takeName = (name: string): void => {
    this.#fields.set(name, (this.#fields.get(name) ?? 0) + 1);
  };

  /** The fields that it had, with the number of rows then, and that no row has now. */
  missing(before: SourceShape | undefined, unmatched: number): readonly (readonly [string, number])[] {
    if (!before || this.#rows + this.unchanged === 0) return [];
    return [...before.fields].filter(
      ([name, had]) =>
        had > 0 &&
        !ACTIVITY.has(name) &&
        !this.#fields.has(name) &&
        !(this.unchanged > 0 && had > this.#elsewhere(before, unmatched)),
    );
  }

  /**
   * How many of its rows in the last sync run may not be among those that are the same now and were not read.
   * @param unmatched how many records of all sources are not there any more
   */
  #elsewhere({ rows }: SourceShape, unmatched: number): number {
    const own = rows - this.unchanged - this.read;
    // Records of other sources say nothing of its own, such as one that no sync run remembers because its key is there twice.
    return (this.#isAlone && own >= 0 ? Math.min(own, unmatched) : unmatched) + this.read;
  }

  /** Whether records that were not read decide what it has. */
  isDoubtful(before: SourceShape | undefined, unmatched: number): boolean {
    return this.unchanged > 0 && (!before || this.missing(before, unmatched).length > 0);
  }

  /** How a field that no row has was lost. */
  howLost(field: string): LostField['how'] {
    if (this.#owned.some(({ declared }) => declared.has(field))) return 'empty';
    return this.#columns.has(field) ? 'unmapped' : 'gone';
  }

  /** Whether rows may have a field that no column declares. */
  mayHave(field: string): boolean {
    return this.#owned.some((owned) => owned.mayHave(field));
  }

  columnOf(field: string): string | undefined {
    return this.#owned.map(({ columns }) => columns.get(field)).find((column) => column !== undefined);
  }

  /** Its rows do not own a field any more; true if it seemed that they do. */
  lose(field: string): boolean {
    const knowing = this.#owned.filter((owned) => owned.isKnown(field));
    for (const owned of knowing) owned.lose([field]);
    return knowing.length > 0;
  }

  addedColumns(before: SourceShape | undefined): readonly string[] {
    if (!before || before.columns.length === COLUMNS_MAX) return [];
    const known = new Set(before.columns);
    return [...this.#columns]
      .filter((column) => !known.has(column))
      .map((column) => `${this.name}: ${column}`);
  }

  /** What the next sync run is to remember; the values of records that were not read are those of the last one. */
  shape(before: SourceShape | undefined, unmatched: number): SourceShape {
    const { unchanged } = this;
    if (before && this.#rows + unchanged === 0) return before;
    const elsewhere = before ? this.#elsewhere(before, unmatched) : 0;
    const fields = new Map<string, number>();
    for (const { declared } of this.#owned) for (const name of declared) fields.set(name, 0);
    for (const [name, rows] of this.#fields) fields.set(name, rows);
    // A record that is not there any more, or that was read, may have had the field.
    if (before && unchanged > 0)
      for (const [name, had] of before.fields)
        if (had > elsewhere) fields.set(name, (fields.get(name) ?? 0) + Math.min(had - elsewhere, unchanged));
    const columns = unchanged > 0 && before ? new Set([...this.#columns, ...before.columns]) : this.#columns;
    return {
      source: this.#owned[0]?.source ?? '',
      rows: this.#rows + unchanged,
      isExact: unchanged === 0 || (before?.isExact === true && elsewhere === 0),
      columns: [...columns].slice(0, COLUMNS_MAX),
      fields,
    };
  }
}
