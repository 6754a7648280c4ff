import type { ExportSpec } from '../../schema/source-schema.ts';
import type { OpenExport, Opening } from '../opening.ts';
/**
 * Finds the files of an export, and writes its tables unless they are there already.
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `STATE.UNWRITABLE`
 */
export declare function openExport(spec: ExportSpec, opening: Opening): Promise<OpenExport>;
