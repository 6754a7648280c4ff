import { PAGE_ROWS } from './target-reader.ts';

/** Requests that a list of so many rows takes at least. */
export const pagesOf = (rows: number): number => Math.max(1, Math.ceil(rows / PAGE_ROWS));
