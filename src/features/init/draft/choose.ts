import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { stemOf, type Table } from '../files/tables.ts';
import type { UnreadFile } from '../files/walk.ts';
import { sideTableOf } from '../guess/side-table.ts';

/** The tables of each entity. */
export type Chosen = {
  readonly of: ReadonlyMap<EntityName, readonly Table[]>;
  /** Tables that may belong to messages. */
  readonly sides: readonly Table[];
  readonly leftOut: readonly UnreadFile[];
};

/**
 * Chooses the tables of each entity. The same rows in two formats are taken once, in the format that most entities have.
 * @param named entities whose files the user named; no other file is one of them
 */
export function chooseTables(tables: readonly Table[], named: ReadonlySet<string>): Chosen {
  const leftOut: UnreadFile[] = [];
  const leave = (table: Table, reason: string): void => {
    for (const path of table.paths) leftOut.push({ path, reason });
  };
  const sides = tables.filter((table) => !isDeclared(table) && sideTableOf(table.columns));
  const rest = tables.filter((table) => !sides.includes(table));
  for (const table of rest)
    if (!table.entity) leave(table, 'neither its name nor its columns show what its rows are');
  const spread = (table: Table): number =>
    new Set(rest.filter((each) => formatOf(each) === formatOf(table)).map(({ entity }) => entity?.entity))
      .size;
  const of = new Map<EntityName, readonly Table[]>();
  for (const entity of entityNames) {
    const own = rest
      .filter((table) => table.entity?.entity === entity)
      .sort(
        (a, b) =>
          nesting(a) - nesting(b) ||
          spread(b) - spread(a) ||
          Number(b.entity?.certain) - Number(a.entity?.certain) ||
          b.rows - a.rows,
      );
    const kept: Table[] = [];
    for (const table of own) {
      if (named.has(entity) && !isDeclared(table)) {
        leave(table, `looks like ${entity} too, but other files were named`);
        continue;
      }
      const before = isDeclared(table) ? undefined : kept.find((each) => hasSameRows(each, table));
      if (before) leave(table, `looks like ${entity} too, the same rows as ${before.paths.join(', ')}`);
      else if (kept.length > 0 && entity !== 'messages' && !isLike(kept[0] as Table, table))
        leave(
          table,
          `looks like ${entity} too, but its form is another than that of ${kept[0]?.paths.join(', ')}`,
        );
      else kept.push(table);
    }
    if (kept.length > 0) of.set(entity, kept);
  }
  return { of, sides, leftOut };
}

/** The depth of the rows in a document: a list of its own has all rows, one inside of others may have some. */
const nesting = ({ files: [file] }: Table): number => (file?.rowsAt?.match(/\[\*\]|\.\*/g) ?? []).length;

const isDeclared = ({ entity }: Table): boolean => entity?.evidence === 'as declared';
const formatOf = ({ files }: Table): string | undefined => files[0]?.format;

/** True if two tables have the same rows: the same names of files in another format, or the same long values. */
function hasSameRows(a: Table, b: Table): boolean {
  const stems = new Set(a.files.map(({ path }) => stemOf(path)));
  if (formatOf(a) !== formatOf(b) && b.files.some(({ path }) => stems.has(stemOf(path)))) return true;
  return b.columns.some(({ name, type, longest }) => {
    const [own, other] = [b.keys.get(name), a.keys.get(name)];
    if ((type !== 'text' && type !== 'id') || longest < 20 || !own || !other || own.size < 20) return false;
    return own.sharedWith(other).exact > own.size * 0.9;
  });
}

/** True if a second table of users, groups or members has the same columns, few apart. */
function isLike(a: Table, b: Table): boolean {
  const names = new Set(a.columns.map(({ name }) => name));
  const shared = b.columns.filter(({ name }) => names.has(name)).length;
  return shared >= Math.max(1, Math.min(names.size, b.columns.length) * 0.6);
}
