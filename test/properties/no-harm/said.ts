import { columnsTonight, type FileTonight, type RowTonight } from './files.ts';
import type { Cell, Column } from './scenario.ts';
import { at, ENTITIES, type EntityName, type Fields, flat, keyOf, ROWS, valueAt } from './values.ts';

/** What the files of a run say of a row. */
export type SaidRow = {
  /** The fields that its source maps; a field is the empty text where the file has no value for it. */
  readonly fields: Readonly<Record<string, string>>;
  /** Whether the source maps metadata as a whole: then a member that an earlier file had may leave. */
  readonly wholeMetadata: boolean;
  readonly file: string;
  /** Whether rows of the file need not have all of its fields. */
  readonly isObject: boolean;
};

/**
 * What the files of a run say, by entity and key: a version from each file that has the row, in their order. The last one
 * counts, but for a version that is refused.
 */
export type Said = Readonly<Record<EntityName, ReadonlyMap<string, readonly SaidRow[]>>>;

/** Reads files as the documentation of the pipeline does. */
export function saidBy(files: readonly FileTonight[]): Said {
  const said = Object.fromEntries(ENTITIES.map((entity) => [entity, new Map()])) as Record<
    EntityName,
    Map<string, SaidRow[]>
  >;
  for (const file of files) {
    const columns = file.columns.filter((column) => isOwned(file, column));
    const versions = said[file.entity];
    for (const row of file.rows) {
      const key = keyOf(file.entity, at(ROWS[file.entity], row.key));
      versions.set(key, [...(versions.get(key) ?? []), saidOf(file, row, columns)]);
    }
  }
  return said;
}

/** Whether the source has a column or a form for the field. In JSON any row with the member is the column. */
function isOwned(file: FileTonight, { field, how }: Column): boolean {
  if (how === 'const') return true;
  if (how === 'null') return false;
  const isThere = columnsTonight(file).some(([name, of]) => of === field && !name.endsWith('_new'));
  if (file.format === 'csv') return isThere;
  return how !== 'plain' || (isThere && file.rows.some(({ cells }) => cells[field] !== 'absent'));
}

function saidOf(file: FileTonight, { cells }: RowTonight, columns: readonly Column[]): SaidRow {
  const { entity } = file;
  const there = new Set(columnsTonight(file).flatMap(([name, of]) => (name.endsWith('_new') ? [] : [of])));
  const fields: Record<string, string> = {};
  for (const { field, how, value } of columns) {
    const cell = how === 'const' ? value : there.has(field) ? cells[field] : 'absent';
    const number = typeof cell === 'number' ? cell : how === 'default' ? value : undefined;
    if (number !== undefined) Object.assign(fields, flat(field, valueAt(entity, field, number)));
    else if (field !== 'metadata') fields[field] = '';
  }
  // A header with the path of a member is that member, whatever its name.
  for (const { field, how } of file.columns)
    if (
      file.renamed.has(field) &&
      (how === 'plain' || how === 'null') &&
      field.startsWith('metadata.') &&
      !file.lost.has(field)
    )
      Object.assign(fields, renamedMember(entity, field, cells[field]));
  const wholeMetadata = columns.some(({ field }) => field === 'metadata');
  return { fields, wholeMetadata, file: file.name, isObject: file.format === 'ndjson' };
}

function renamedMember(entity: EntityName, field: string, cell: Cell | undefined): Fields {
  const name = `${field}_new`;
  return typeof cell === 'number' ? flat(name, valueAt(entity, field, cell)) : { [name]: '' };
}
