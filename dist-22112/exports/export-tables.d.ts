import { idMapDigest } from '../input/rows/forms/own-ids.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import type { ConvertedExport } from './convert/convert-export.ts';
import type { AllPolicies, ChoiceRules, PersonId } from './export-rules.ts';
import { type ExportTableName, FILE_COLUMNS } from './neutral.ts';
import { type ExportSystem, type FoundReader } from './readers.ts';
/** An export, as a pipeline names it. */
type ExportSpec = ChoiceRules & {
    readonly system: ExportSystem | 'auto';
    readonly zone?: string | undefined;
    readonly filesBase?: string | undefined;
    readonly anonymise?: boolean | undefined;
    /** Owns the groups that have none. */
    readonly owner?: string | undefined;
    readonly shape?: string | Readonly<Record<string, unknown>> | undefined;
};
/** Everything else in a pipeline that decides what the tables have. */
type TableRules = {
    readonly policies: AllPolicies;
    /** True if messages that were deleted get a row that says so. */
    readonly statesDeletions: boolean;
    readonly idMap: Parameters<typeof idMapDigest>[0];
    /** Users of the export with an id of the app, by e-mail or name. */
    readonly people: readonly PersonId[];
};
/** Place where the tables of an export are written, and where archives are unpacked. */
type TablesPlace = {
    readonly system: Pick<System, 'files' | 'random'>;
    readonly signal: AbortSignal;
    folder(): Promise<string>;
};
/** The tables of an export. */
export type ExportTables = Pick<FoundReader['reader'], 'system' | 'label'> & Pick<FoundReader['detected'], 'variant'> & {
    readonly converted: ConvertedExport;
    /** An app's own ids of users, by those of the export; absent without an `idMap`. */
    readonly users?: Known['users'];
    pathOf(name: ExportTableName): string;
};
/** Facts that are kept beside the tables. */
type Known = {
    readonly identity: string;
    readonly converted: ConvertedExport;
    readonly users?: readonly (readonly [string, string])[];
};
/** A file of an export that no address leads to; `source` is where it is on this machine. */
type UnreachedFile = Readonly<Record<(typeof FILE_COLUMNS)[number], string>>;
/**
 * Writes the tables of an export, unless they are there already.
 * @param paths absolute, of its archive, its folder or its files
 * @param files those that have them
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `LOOKUP.PERSON_*`, `STATE.UNWRITABLE`
 */
export declare function writeExportTables(spec: ExportSpec, paths: readonly string[], rules: TableRules, files: Files, place: TablesPlace): Promise<ExportTables>;
/** Reads the list of the files of an export that no address leads to. */
export declare function unreachedFiles(table: string, files: Files, signal: AbortSignal): AsyncGenerator<UnreachedFile>;
export {};
