import type { System } from '../../system/system.ts';
import { type Choice } from '../choice/choice.ts';
import type { ExportInput, ExportReader } from '../export-reader.ts';
import type { AllPolicies } from '../export-rules.ts';
import type { ExportCounts } from '../export-summary.ts';
import type { ExportFiles } from '../files/export-files.ts';
import { type ExportTableName } from '../neutral.ts';
/** Export to convert, and how. */
export type Conversion = {
    readonly reader: ExportReader;
    readonly files: ExportFiles;
    readonly policies: AllPolicies;
    readonly zone?: string | undefined;
    readonly filesBase?: string | undefined;
    readonly shape?: ExportInput['shape'];
    /** Which records are taken; absent for all. */
    readonly choice?: Choice | undefined;
    /** The id of the owner of groups that have none. */
    readonly owner?: string | undefined;
    /** True if nothing that people wrote or are called by gets into the tables. */
    readonly isAnonymous?: boolean;
    /** True if messages that were deleted get a row that says so. */
    readonly statesDeletions: boolean;
    /** Everything that decides what the tables have. */
    readonly identity: string;
    /** The files behind it. */
    readonly inputs: readonly string[];
    uidOf(id: string): string;
};
/** Contents of an export, and their outcomes. */
export type ConvertedExport = {
    readonly kinds: ExportCounts;
    readonly notes: readonly string[];
    /** Epoch milliseconds of the first and the last message; absent if there are none. */
    readonly first?: number;
    readonly last?: number;
    readonly rows: Readonly<Record<ExportTableName, number>>;
};
/**
 * Reads an export twice, first its people and conversations, then its messages, and writes a table for each entity. Memory
 * does not grow with the messages. The same files and policies give the same bytes.
 * @throws RunError `SOURCE.*`, `EXPORT.*`, `STATE.UNWRITABLE`
 */
export declare function convertExport(conversion: Conversion, place: ConversionPlace, signal: AbortSignal): Promise<ConvertedExport>;
/** Place where the tables are written. */
type ConversionPlace = Pick<System, 'files' | 'random'> & {
    pathOf(name: ExportTableName): string;
};
export {};
