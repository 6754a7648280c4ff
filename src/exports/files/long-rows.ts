import type { RecordPlace } from '../neutral.ts';
import type { ExportFile } from './export-files.ts';
import { type ExportObject, type JsonRows, passJson } from './export-rows.ts';
import { list, setMember } from './values.ts';

/** Rows with a list that may make them too long, or nested too deep, to be read as one row. */
export type RowsWithList = Pick<JsonRows, 'row' | 'unreadable'> & {
  /** The path of the rows, which ends with `[*]`; absent if each is a line. */
  readonly rows?: string | undefined;
  /** The name of the list in each. */
  readonly list: string;
  /**
   * The path from there to its elements.
   * @default `[*]`
   */
  readonly elements?: string;
  /** Takes an element of the list of such a row; `row` was given the same object before, with an empty list. */
  element(value: unknown, row: ExportObject, place: RecordPlace): void;
};

/**
 * Passes the rows of a JSON file. One that is too long or too deep is passed without its list, which follows element by
 * element: what is wrong with one of them is wrong with it alone.
 * @throws RunError `SOURCE.*` as `passJson`
 */
export async function passWithList(
  file: ExportFile,
  rows: RowsWithList,
  input: Parameters<typeof passJson>[2],
): Promise<void> {
  const tooLong = new Set<number>();
  await passJson(
    file,
    {
      rows: rows.rows,
      row: rows.row,
      unreadable: (bad, place, values) => {
        const number = rows.rows === undefined ? place.line : (place.row ?? 0) - 1;
        if (BY_LIST.has(bad.problem.code) && number >= 0) tooLong.add(number);
        else rows.unreadable(bad, place, values);
      },
    },
    input,
  );
  if (tooLong.size > 0) await passLong(file, tooLong, rows, input);
}

/** Faults of rows that one element of a list may be the reason of. */
const BY_LIST = new Set(['ROW.TOO_LARGE', 'NDJSON.TOO_DEEP']);

/** The names and numbers that lead to what stands there. */
const keysOf = (row: ExportObject): readonly unknown[] => list(row['$keys']);

/** @param numbers of the rows, from 0, or of their lines */
async function passLong(
  file: ExportFile,
  numbers: ReadonlySet<number>,
  { rows, list: name, elements = '[*]', row, element, unreadable }: RowsWithList,
  input: Parameters<typeof passJson>[2],
): Promise<void> {
  type Long = { readonly row: Record<string, unknown>; readonly place: RecordPlace };
  const found = new Map<number, Long>();
  /** Their members that are too long even without the list. */
  const broken = new Set<number>();
  const path = rows ?? '$';
  /** @param depth the number of names and numbers below the row */
  const numberOf = (below: ExportObject, { line }: RecordPlace, depth: number): number =>
    rows === undefined ? line : Number(keysOf(below).at(-1 - depth));
  await passJson(
    file,
    {
      rows: `${path}.*`,
      keyed: true,
      unread: new Set([name]),
      row: (member, place) => {
        const [number, key] = [numberOf(member, place, 1), keysOf(member).at(-1)];
        if (!numbers.has(number)) return;
        const one = found.get(number) ?? { row: {}, place };
        setMember(one.row, String(key), key === name ? [] : member['value']);
        found.set(number, one);
      },
      unreadable: (bad, place, member) => {
        const [number, key] = [numberOf(member, place, 1), keysOf(member).at(-1)];
        if (!numbers.has(number) || key === name || broken.has(number)) return;
        broken.add(number);
        unreadable(bad, place, {});
      },
    },
    input,
  );
  for (const number of broken) found.delete(number);
  for (const { row: whole, place } of found.values()) {
    whole[name] = [];
    row(whole, place);
  }
  const depth = elements.split(/[.[]/).length;
  await passJson(
    file,
    {
      rows: `${path}.${name}${elements}`,
      keyed: true,
      row: (each, place) => {
        const of = found.get(numberOf(each, place, depth));
        if (of) element(each['value'], of.row, place);
      },
      unreadable: (bad, place, each) => {
        if (found.has(numberOf(each, place, depth))) unreadable(bad, place, each);
      },
    },
    input,
  );
}
