import { invalid } from './api-error.ts';

/** The largest page of every list. */
export const MAX_PAGE = 1000;

/** A page of a list: which rows, and the numbers that the answer repeats. */
export type Page = { readonly perPage: number; readonly page: number; readonly offset: number };

/** A whole number from the query, `fallback` when absent; refused outside 1..max. */
export function queryNumber(query: URLSearchParams, name: string, fallback: number, max: number): number {
  const text = query.get(name);
  if (text === null || text === '') return fallback;
  const number = /^\d{1,12}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw invalid({ [name]: [`The ${name} must be a whole number between 1 and ${max}.`] });
}

/** Reads `perPage` (100, at most 1000) and `page` (1). */
export function readPage(query: URLSearchParams): Page {
  const perPage = queryNumber(query, 'perPage', 100, MAX_PAGE);
  const page = queryNumber(query, 'page', 1, 1_000_000_000);
  return { perPage, page, offset: (page - 1) * perPage };
}

/** The `meta` of a page, in the service's snake case. */
export function pageMeta(page: Page, total: number, count: number): string {
  return JSON.stringify({
    pagination: {
      total,
      count,
      per_page: page.perPage,
      current_page: page.page,
      total_pages: Math.ceil(total / page.perPage),
    },
  });
}

/** The values of a query parameter that takes a comma-separated list, or is given several times. */
export function queryList(query: URLSearchParams, name: string): readonly string[] {
  return [...query.getAll(name), ...query.getAll(`${name}[]`)]
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
