import type { ExportObject } from './export-rows.ts';
/** The members of an object that a reader does not take itself, without those that say nothing: kept as they are. */
export declare function restOf(row: ExportObject, own: ReadonlySet<string>): Readonly<Record<string, unknown>>;
