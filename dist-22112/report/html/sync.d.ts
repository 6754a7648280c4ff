import type { Report } from '../result/report.ts';
import { type Section } from './markup.ts';
/** Rows that a sync run found no more, by what it did with them; undefined if there are none. */
export declare function syncSection({ missing, deletedAtSource }: Report): Section | undefined;
