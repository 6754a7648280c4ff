import { OriginError, type OriginRow } from '../origin.ts';
import type { ServiceAsk } from './app-client.ts';

type Row = OriginRow['row'];

/** A place in a list by number of page. */
type PagePlace = {
  readonly page: number;
  /** The rows before that page. */
  readonly rows: number;
  /** The keys of the last rows that were taken: the next ones follow them. Absent: from the beginning of the page. */
  readonly last?: readonly string[];
  /** Number of times that it went back, because rows before had gone and others took their places on earlier pages. */
  readonly backs?: number;
  /** True if it has just gone back. */
  readonly isBack?: boolean;
  /** True if the list is read a second time, because it has ended before the number of rows that it says. */
  readonly isSecond?: boolean;
};

/** Rows of a list, and where it goes on. */
export type PageRows = { readonly rows: readonly Row[]; readonly next?: string | undefined };

/** A list that is read by number of page. */
export type NumberedPages = {
  readonly ask: Pick<ServiceAsk, 'page'>;
  readonly path: string;
  readonly query?: Readonly<Record<string, boolean | number | string>>;
  readonly ids?: Readonly<Record<string, string>>;
  /** The member of its rows that is their key. */
  readonly key: string;
  readonly perPage: number;
  /** The rows that are wanted, and the most of them in one step. */
  readonly wanted?: { readonly isMeant: (row: Row) => boolean; readonly most: number };
};

/** Some of the last rows may be gone as well, but hardly all of so many. */
const LAST_KEPT = 10;
/** A list that changes as often as that while it is read is not read whole. */
const BACKS_MAX = 100;

/** The place of the beginning of each such list. */
export const FIRST_PAGE = JSON.stringify({ page: 1, rows: 0 } satisfies PagePlace);

/**
 * The rows at a place. A page begins where the one before ended: if it does not, rows have gone meanwhile, and it goes back to the
 * page with the last rows that were taken; if they are gone too, to the beginning. So rows may come twice, and none is missing.
 * @throws OriginError; `form` for a list that does not know pages, or changes too fast
 */
export async function pageRowsAt(at: string, list: NumberedPages, signal: AbortSignal): Promise<PageRows> {
  const { ask, path, query = {}, ids = {}, key, perPage, wanted } = list;
  const { page, rows: before, last = [], backs = 0, isBack, isSecond } = JSON.parse(at) as PagePlace;
  const placed = (place: PagePlace): string =>
    JSON.stringify({ ...(backs > 0 ? { backs } : {}), ...(isSecond ? { isSecond } : {}), ...place });
  const { rows, size, total = 0 } = await ask.page(path, { ...query, perPage, page }, signal, ids);
  const isFull = rows.length > 0 && (size === undefined || rows.length >= Math.min(size, perPage));
  const keyOf = (row: Row | undefined): string => String(row?.[key]);
  const known = rows.findLastIndex((row) => last.includes(keyOf(row)));
  if (last.length > 0 && known < 0 && !(await isAfterLast())) return { rows: [], next: back() };
  if (page > 1 && isFull && known === rows.length - 1 && isBack !== true)
    throw new OriginError('form', `${path} answers with the same page ${page} as before`);
  const left = rows.slice(known + 1);
  const meant = wanted ? left.filter(wanted.isMeant) : left;
  const taken = meant.slice(0, wanted?.most);
  return { rows: taken, next: next() };

  /** True if the rows before the page end with the last one still. */
  async function isAfterLast(): Promise<boolean> {
    if (before === 0) return false;
    const found = await ask.page(path, { ...query, perPage: 1, page: before }, signal, ids);
    return keyOf(found.rows[0]) === last.at(-1);
  }

  function back(): string {
    if (backs >= BACKS_MAX) throw new OriginError('form', `${path} changes faster than it can be read`);
    const again = page > 1 ? { last, rows: (before / (page - 1)) * (page - 2) } : { rows: 0 };
    const former: PagePlace = { page: Math.max(1, page - 1), ...again, isBack: true };
    return placed({ ...former, backs: backs + 1 });
  }

  function next(): string | undefined {
    const lastOf = (some: readonly Row[]): readonly string[] => some.slice(-LAST_KEPT).map(keyOf);
    if (taken.length < meant.length) return placed({ page, rows: before, last: lastOf(taken) });
    if (!isFull && before + rows.length < total && !isSecond)
      return placed({ page: 1, rows: 0, isSecond: true });
    return isFull ? placed({ page: page + 1, rows: before + rows.length, last: lastOf(rows) }) : undefined;
  }
}
