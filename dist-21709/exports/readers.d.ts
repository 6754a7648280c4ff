import type { Files } from '../system/files.ts';
import type { Detected, ExportInput, ExportReader } from './export-reader.ts';
import type { ExportFiles, Unpacking } from './files/export-files.ts';
import { systems } from './systems.ts';
export type ExportSystem = keyof typeof systems;
/** The systems whose exports are read, as pipeline files name them. */
export declare const exportSystems: readonly ExportSystem[];
/** A reader, and what it has found in the files. */
export type FoundReader = {
    readonly reader: ExportReader;
    readonly detected: Detected;
};
/**
 * The readers that recognise the export at a path.
 * @throws RunError `SOURCE.*` if its files cannot be listed; `EXPORT.FORM_UNSUPPORTED`
 */
export declare function findExports(path: string, files: Files, unpacking: Unpacking): Promise<readonly FoundReader[]>;
/**
 * The reason why what is at a path is no export of a known system, and what to do.
 * @throws RunError `SOURCE.*` if its files cannot be listed or read; `EXPORT.FORM_UNSUPPORTED`
 */
export declare function whyNoExport(path: string, files: Files, unpacking: Unpacking): Promise<{
    readonly hint?: string;
}>;
/**
 * The reader of an export: the declared one, or with `auto` the one that recognises it.
 * @throws RunError `EXPORT.UNKNOWN` if none does, or several do; `EXPORT.OTHER_SYSTEM` if the declared one does not;
 *   `SOURCE.*` if none of the files can be read
 */
export declare function readerOf(system: ExportSystem | 'auto', files: ExportFiles, shape: ExportInput['shape']): Promise<FoundReader>;
