import type { Pipeline } from '../pipeline.ts';
import { type ExportSpec } from '../schema/source-schema.ts';
import type { OpenExport, Opening } from './opening.ts';
/** The export that a pipeline reads. */
export declare const exportOf: ({ sources }: Pipeline) => ExportSpec | undefined;
/**
 * Opens the export of a pipeline, if it has one; what reads it is loaded by pipelines that have one.
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `LOOKUP.PERSON_*`, `STATE.UNWRITABLE`
 */
export declare function openExportOf(opening: Opening): Promise<OpenExport | undefined>;
