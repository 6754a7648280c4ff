import { RunError } from '../../errors/run-error.ts';
import { cellReader } from '../../input/rows/cell-reader.ts';
import { isAbsent } from '../../input/rows/decode-cell.ts';
import type { Values } from '../../input/rows/row.ts';
import type { FileSourceSpec } from '../schema/source-schema.ts';
import { type KeyedRows, type LoadOptions, loadKeyedRows } from './lookup-tables.ts';

type CellReader = (values: Values) => unknown;

/** The joined files of a source. */
export type Joins = {
  /**
   * Makes a reader of a joined column, such as `p.name`.
   * @param column makes a reader of a column of the row itself
   * @returns undefined if no join has that name
   */
  readonly read: (name: string, column: (name: string) => CellReader | undefined) => CellReader | undefined;
  /** Every column that a name can mean, for sources whose rows are joined before they are mapped. */
  readonly names: readonly string[];
  readonly digests: readonly string[];
  readonly paths: readonly string[];
};

/** Things that loading the joins of a source needs. */
export type JoinOptions = Pick<LoadOptions, 'entity' | 'place' | 'files'> & {
  /** The columns that are taken of the joined rows, such as `p.name`. */
  readonly used: readonly string[];
  /** The reading of a path that a source of the pipeline declares. */
  readonly readingOf: (path: string | readonly string[]) => LoadOptions['read'];
  /** Set that gets a sentence when a row has no partner. */
  readonly warnings: Set<string>;
};

/**
 * Loads the joined files of a source.
 * @throws RunError `SOURCE.*`, `LOOKUP.*`
 */
export async function openJoins(
  { join = {}, transform }: Pick<FileSourceSpec, 'join' | 'transform'>,
  { used, warnings, readingOf, ...options }: JoinOptions,
): Promise<Joins> {
  const tables = new Map<string, JoinTable>();
  for (const [name, { path, rows, on, many: found = false, where, by }] of Object.entries(join)) {
    const many = found === 'all' || found;
    const isOne = many === false || many === 'first' || many === 'last';
    const [[theirs, ours]] = Object.entries(on) as [[string, string]];
    const what = `sources.${options.entity}.join.${name}`;
    refuseCircle(what, ours, name, Object.keys(join), tables);
    // A transform gets all columns.
    const wanted = transform === undefined ? columnsOf(name, used) : undefined;
    const keyed = await loadKeyedRows(path, theirs, {
      ...options,
      read: readingOf(path),
      rows,
      wanted,
      many,
      where,
      by,
      what,
    });
    const notice = partnerNotice(warnings, many, (key) => {
      const whom = many ? `any ${theirs} of these rows, such as` : `the ${theirs}`;
      return `${what}: no row of ${[path].flat().join(', ')} has ${whom} ${JSON.stringify(key)}${many ? '' : ', and maybe others'}`;
    });
    tables.set(name, { keyed, ours, isOne, notice });
  }
  return {
    read(name, column) {
      const dot = name.indexOf('.');
      const table = dot < 0 ? undefined : tables.get(name.slice(0, dot));
      const key = table && column(table.ours);
      return table && key && joinedCell(table, key, name.slice(dot + 1));
    },
    names: [...tables].flatMap(([name, { keyed }]) =>
      (keyed.columns ?? []).map((column) => `${name}.${column}`),
    ),
    digests: Array.from(tables.values(), ({ keyed }) => keyed.digest),
    paths: Array.from(tables.values(), ({ keyed }) => keyed.paths).flat(),
  };
}

/** The columns of a join among those that are taken. */
const columnsOf = (join: string, used: readonly string[]): readonly string[] => [
  ...new Set(used.flatMap((name) => (name.startsWith(`${join}.`) ? name.slice(join.length + 1) : []))),
];

/** A join may be by a column of an earlier one; by its own or a later one it would never find a row. */
function refuseCircle(
  what: string,
  ours: string,
  name: string,
  names: readonly string[],
  earlier: ReadonlyMap<string, JoinTable>,
): void {
  const other = names.find((each) => ours.startsWith(`${each}.`) && !earlier.has(each));
  if (other === undefined) return;
  throw new RunError(
    'CONFIG.INVALID',
    `${what}: on: ${ours} is a column of ${other === name ? 'this join itself' : `the later join ${other}`}`,
    { hint: 'name a column of the row, or of an earlier join' },
  );
}

type JoinTable = {
  readonly keyed: KeyedRows;
  readonly ours: string;
  /** True if a column is the value of one row, not a list. */
  readonly isOne: boolean;
  readonly notice: PartnerNotice;
};

/** Told of each row whether it has a partner. */
type PartnerNotice = (key: string, isFound: boolean) => void;

/**
 * Gives notice of the first row without a partner. Of many rows there may well be none, as of the files or the edits of a
 * message: only that there are never any is said, which is a wrong column.
 */
function partnerNotice(
  warnings: Set<string>,
  many: LoadOptions['many'],
  textFor: (key: string) => string,
): PartnerNotice {
  let text: string | undefined;
  let isSettled = false;
  return (key, isFound) => {
    if (isSettled || (isFound && !many)) return;
    if (isFound && text !== undefined) warnings.delete(text);
    isSettled = isFound || many === false;
    if (isFound || text !== undefined) return;
    text = textFor(key);
    warnings.add(text);
  };
}

/** Reads a column of the row with the key of this row, or a list of those of all such rows. */
function joinedCell(
  { keyed, isOne, notice }: JoinTable,
  key: CellReader,
  column: string,
): CellReader | undefined {
  const read = cellReader(column, keyed.columns);
  if (!read) return undefined;
  return (values) => {
    const cell = key(values);
    if (isAbsent(cell)) return undefined;
    const found = keyed.rows.get(String(cell));
    notice(String(cell), found !== undefined);
    return isOne ? found && read(found[0] as Values) : (found ?? []).map((partner) => read(partner));
  };
}
