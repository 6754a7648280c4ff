import type { Report } from '../result/report.ts';
import { type Section } from './markup.ts';
/** Rows that a sync run created, changed and removed; undefined for any other run. */
export declare function syncSection({ missing, deletedAtSource, entities }: Report): Section | undefined;
