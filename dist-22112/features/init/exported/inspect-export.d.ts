import { RunError } from '../../../errors/run-error.ts';
import type { ExportSummary } from '../../../exports/export-summary.ts';
import { type FoundReader } from '../../../exports/readers.ts';
import type { Runtime, Stderr, Stdout } from '../../../terminal/context.ts';
/** The contents of an export, and what a pipeline has to declare before it can be read. */
export type ReadExport = {
    readonly summary: ExportSummary;
    /** Why its times need a zone; then the summary is as if they were those of UTC. */
    readonly zoneMissing?: string;
};
/**
 * Reads an export of another chat system as a run would, with every policy at its default.
 * @throws RunError `SOURCE.*`, `EXPORT.*`
 */
export declare function readExport(path: string, known: {
    readonly system: string;
    readonly zone: string | undefined;
}, context: Runtime & Stderr): Promise<ReadExport>;
/** Shows what an export has, for people, and what to type next. */
export declare function exportScreen({ summary, zoneMissing }: ReadExport, path: string, { style }: Pick<Stdout, 'style'>): string;
/**
 * The exports of other chat systems that a file, a folder or an archive may be; none if it is neither.
 * @throws RunError `USAGE.INVALID` for an address
 */
export declare function findExport(path: string, context: Runtime & Stderr): Promise<readonly FoundReader[]>;
/** Why a file is not the export of another chat system: it cannot be read, or it is something else. */
export declare function noExport(path: string, context: Runtime & Stderr): Promise<RunError>;
