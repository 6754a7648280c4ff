import type { ExportFile } from './export-files.ts';
import { type ExportObject, type JsonRows, passJson } from './export-rows.ts';
import { list } from './values.ts';

/** Rows with a list that may make them too long, or nested too deep, to be read as one row. */
export type RowsWithList = Pick<JsonRows, 'row' | 'unreadable'> & {
  /** The path of the rows. */
  readonly rows: string;
  /** The name of the list in each. */
  readonly list: string;
  /** Takes an element of the list of such a row; `row` was given that row before, with an empty list. */
  element(value: unknown, row: ExportObject, place: Parameters<JsonRows['row']>[1]): void;
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
        if (BY_LIST.has(bad.problem.code) && place.row !== undefined) tooLong.add(place.row - 1);
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

/** @param numbers of the rows, from 0 */
async function passLong(
  file: ExportFile,
  numbers: ReadonlySet<number>,
  { rows, list: name, row, element, unreadable }: RowsWithList,
  input: Parameters<typeof passJson>[2],
): Promise<void> {
  type Long = { readonly row: Record<string, unknown>; readonly place: Parameters<JsonRows['row']>[1] };
  const found = new Map<number, Long>();
  /** Their members that are too long even without the list. */
  const broken = new Set<number>();
  await passJson(
    file,
    {
      rows: `${rows}.*`,
      keyed: true,
      unread: new Set([name]),
      row: (member, place) => {
        const [number, key] = keysOf(member).slice(-2);
        if (!numbers.has(Number(number))) return;
        const one = found.get(Number(number)) ?? { row: {}, place };
        Object.defineProperty(one.row, String(key), {
          value: key === name ? [] : member['value'],
          enumerable: true,
          configurable: true,
        });
        found.set(Number(number), one);
      },
      unreadable: (bad, place, member) => {
        const [number, key] = keysOf(member).slice(-2);
        if (!numbers.has(Number(number)) || key === name || broken.has(Number(number))) return;
        broken.add(Number(number));
        unreadable(bad, place, {});
      },
    },
    input,
  );
  for (const number of broken) found.delete(number);
  for (const { row: whole, place } of found.values()) row({ ...whole, [name]: [] }, place);
  await passJson(
    file,
    {
      rows: `${rows}.${name}[*]`,
      keyed: true,
      row: (each, place) => {
        const of = found.get(Number(keysOf(each).at(-3)));
        if (of) element(each['value'], of.row, place);
      },
      unreadable: (bad, place, each) => {
        if (found.has(Number(keysOf(each).at(-3)))) unreadable(bad, place, each);
      },
    },
    input,
  );
}
