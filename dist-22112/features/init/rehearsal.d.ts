import { RunError } from '../../errors/run-error.ts';
import type { ExportSummary } from '../../exports/export-summary.ts';
import { type EntityName } from '../../input/entities/entity.ts';
import { type Pipeline } from '../../pipeline/pipeline.ts';
import { type Runtime, type Stderr, type Stdout } from '../../terminal/context.ts';
/** The findings of a dry run of a new pipeline, by entity. */
export type Rehearsal = {
    readonly entities: Readonly<Partial<Record<EntityName, Landing>>>;
    readonly error?: RunError;
    /** The contents of the export of another chat system; absent if there is none. */
    readonly exported?: ExportSummary;
    /** Bytes of files that are too large for a dry run by the way. */
    readonly tooLarge?: number;
};
/** The fate of the rows of an entity. */
type Landing = {
    readonly read: number;
    /** Rows that would be sent. */
    readonly lands: number;
    readonly leftOut: number;
    readonly rejected: number;
    /** Why rows are rejected: codes with the number of rows and the first message. */
    readonly why: readonly Reason[];
    /** Rows that land as somebody else than may be meant; absent if there are none. */
    readonly doubtful?: Reason;
};
type Reason = {
    readonly code: string;
    readonly count: number;
    readonly message: string;
};
/**
 * Checks the rows of a pipeline as `validate` does, to tell what would land; a pipeline that cannot be read is a result.
 * @param bytes of the files; more than 500 MB are left to `validate`
 */
export declare function rehearse(file: string, bytes: number, context: Runtime & Stderr): Promise<Rehearsal>;
/** The same for a pipeline that is opened first. */
export declare function rehearsed(open: () => Pipeline, context: Runtime & Stderr): Promise<Rehearsal>;
/** The result as JSON. */
export declare const rehearsalJson: ({ entities, error, tooLarge }: Rehearsal) => object | null;
/** The commands to type after a pipeline was written. */
export declare const nextCommands: (file: string) => string[];
/** The pipeline file that was written, what it would land, and the commands to type. */
export declare function writtenText(file: string, rehearsal: Rehearsal, { style }: Pick<Stdout, 'style'>, more?: string): string;
export {};
