import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cell, Column, Edit, FileSpec, Row, Scenario } from './scenario.ts';
import { at, cellText, ENTITIES, type EntityName, ROWS, valueAt } from './values.ts';

/** A row with its cells as they are tonight. */
export type RowTonight = { readonly key: number; readonly cells: Record<string, Cell> };

/** A file as it is tonight. */
export type FileTonight = {
  readonly name: string;
  readonly entity: EntityName;
  readonly format: 'csv' | 'ndjson';
  readonly columns: readonly Column[];
  rows: RowTonight[];
  /** Fields whose column the exporter has lost, and those whose column has another name now. */
  readonly lost: Set<string>;
  readonly renamed: Set<string>;
};

/** The column from which a field is read. */
const columnOf = ({ field, how }: Column): string =>
  how === 'renamed' || how === 'default' ? `x_${field.replace('.', '_')}` : field;

/** Whether the map says how the field is filled, whatever columns there are. */
const isMapped = ({ how }: Column): boolean => how !== 'plain';

/** The files of a scenario, night by night. */
export class Files {
  readonly all: readonly FileTonight[];
  readonly #scenario: Scenario;
  readonly #first: ReadonlyMap<string, readonly Row[]>;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    const specs = ENTITIES.flatMap((entity) =>
      scenario.files[entity].map((spec, n) => ({ entity, spec, name: `${entity}-${n}.${spec.format}` })),
    );
    this.#first = new Map(specs.map(({ name, spec }) => [name, spec.rows]));
    this.all = specs.map(({ name, entity, spec }) => fileOf(name, entity, spec));
  }

  /** Whether the pipeline has sources at all. */
  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** Whether a file, by the beginning of a text, may be one source with another: no column is lost that another one has. */
  isShared(place: string): boolean {
    const [first = ''] = place.split('-');
    return this.#scenario.globs && this.all.filter(({ entity }) => entity === first).length > 1;
  }

  /** Changes the files; what has nothing to act on changes nothing. */
  edit({ what, file, row: rowAt, column: columnAt, value }: Edit): void {
    if (this.isEmpty) return;
    const one = at(this.all, file);
    const row = one.rows.length > 0 ? at(one.rows, rowAt) : undefined;
    const columns = one.columns.filter(({ how }) => how !== 'const');
    const field = columns.length > 0 ? at(columns, columnAt).field : '';
    if (what === 'change a cell' && row) row.cells[field] = value;
    if (what === 'change a column') for (const [n, each] of one.rows.entries()) each.cells[field] = value + n;
    if (what === 'empty a cell' && row) row.cells[field] = value === 0 ? 'absent' : 'empty';
    if (what === 'lose a column') one.lost.add(field);
    if (what === 'empty a column') for (const each of one.rows) each.cells[field] = 'empty';
    if (what === 'rename a header') one.renamed.add(field);
    if (what === 'return the columns') for (const gone of [one.lost, one.renamed]) gone.clear();
    if (what === 'remove a row') one.rows = one.rows.filter((each) => each !== row);
    if (what === 'return the rows') this.#return(one);
  }

  #return(file: FileTonight): void {
    const there = new Set(file.rows.map(({ key }) => key));
    const gone = this.#first.get(file.name)?.filter(({ key }) => !there.has(key)) ?? [];
    file.rows.push(...rowsOf(gone));
  }

  write(folder: string): void {
    for (const file of this.all) {
      rmSync(join(folder, file.name), { force: true });
      writeFileSync(join(folder, file.name), textOf(file));
    }
  }

  /** `sources:` and what the scenario decides besides. */
  pipeline(): string {
    const { onMissing, references } = this.#scenario;
    return [
      `sync: { onMissing: ${onMissing} }`,
      `references: ${references}`,
      'sources:',
      ...ENTITIES.flatMap((entity) => this.#source(entity)),
      '',
    ].join('\n');
  }

  #source(entity: EntityName): string[] {
    const files = this.all.filter((file) => file.entity === entity);
    if (files.length === 0) return [];
    const isGlob = this.#scenario.globs && !files.some(({ columns }) => columns.some(isMapped));
    if (isGlob) return [`  ${entity}: { path: "${entity}-*.*" }`];
    return [`  ${entity}:`, ...files.map((file) => `    - { path: ${file.name}${mapOf(file)} }`)];
  }

  /** The files as text, for people. */
  toString(): string {
    return this.all.map((file) => `--- ${file.name}\n${textOf(file)}`).join('');
  }
}

const rowsOf = (rows: readonly Row[]): RowTonight[] =>
  rows.map(({ key, cells }) => ({ key, cells: { ...cells } }));

const fileOf = (name: string, entity: EntityName, { format, columns, rows }: FileSpec): FileTonight => ({
  name,
  entity,
  format,
  columns,
  rows: rowsOf(rows),
  lost: new Set(),
  renamed: new Set(),
});

function mapOf({ entity, columns }: FileTonight): string {
  const entries = columns.filter(isMapped).map((column) => {
    const { field, how, value } = column;
    const json = JSON.stringify(cellOrJson(field, valueAt(entity, field, value)));
    const form = {
      null: 'null',
      const: `{ const: ${json} }`,
      default: `{ from: ${columnOf(column)}, default: ${json} }`,
      renamed: columnOf(column),
      plain: '',
    }[how];
    return `"${field}": ${form}`;
  });
  return entries.length > 0 ? `, map: { ${entries.join(', ')} }` : '';
}

/** Lists and objects of a map are given as the text of a cell. */
const cellOrJson = (_field: string, value: unknown): unknown =>
  typeof value === 'object' ? cellText(value) : value;

/** The columns of a file tonight, as their name with the field; fields that a constant fills have none. */
export const columnsTonight = ({ columns, lost, renamed }: FileTonight): (readonly [string, string])[] =>
  columns
    .filter(({ field, how }) => how !== 'const' && !lost.has(field))
    .map((column) => [columnOf(column) + (renamed.has(column.field) ? '_new' : ''), column.field]);

function textOf(file: FileTonight): string {
  const columns = columnsTonight(file);
  return file.format === 'csv' ? csvOf(file, columns) : ndjsonOf(file, columns);
}

function csvOf({ entity, rows }: FileTonight, columns: readonly (readonly [string, string])[]): string {
  const cellOf = ({ cells }: RowTonight, field: string): string => {
    const cell = cells[field];
    return typeof cell === 'number' ? cellText(valueAt(entity, field, cell)) : '';
  };
  const named = Object.keys(ROWS[entity][0] ?? {});
  return [
    [...named, ...columns.map(([name]) => name)],
    ...rows.map((row) => [
      ...Object.values(at(ROWS[entity], row.key)).map(String),
      ...columns.map(([, field]) => cellOf(row, field)),
    ]),
  ]
    .map((cells) => `${cells.map(quoted).join(',')}\n`)
    .join('');
}

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function ndjsonOf({ entity, rows }: FileTonight, columns: readonly (readonly [string, string])[]): string {
  return rows
    .map(({ key, cells }) => {
      const members = columns.flatMap(([name, field]) => {
        const cell = cells[field];
        if (cell === undefined || cell === 'absent') return [];
        return [[name, cell === 'empty' ? null : valueAt(entity, field, cell)]];
      });
      return `${JSON.stringify({ ...at(ROWS[entity], key), ...Object.fromEntries(members) })}\n`;
    })
    .join('');
}
