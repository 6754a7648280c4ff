import type { Plan } from '../../delivery/plan.ts';
import type { TooOld } from '../../delivery/tally/tally.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { ApiKeySpec } from '../../pipeline/pipeline-schema.ts';
import { type KeyAccess } from '../../pipeline/target.ts';
import type { Secret } from '../../service/transport/secret.ts';
import type { Files } from '../../system/files.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { type Finding } from './finding.ts';
/** Options of `doctor`. */
export type DoctorOptions = {
    readonly pipeline: string;
    /** Runs every check of the conformance suite that only reads, instead of a few. */
    readonly thorough: boolean;
    /** Asks the addresses of the files of messages whether they answer. */
    readonly files: boolean;
};
/** Checks a pipeline and yields each finding as soon as it is made. */
export declare function examine(options: DoctorOptions, outside: Runtime & Stderr): AsyncGenerator<Finding>;
/**
 * Counts the messages of a plan that are older than the service keeps them. Reads the files of the messages once, in
 * bounded memory; references are not checked.
 * @returns undefined if there are none
 * @throws RunError `SOURCE.*`
 */
export declare function countOldMessages(plan: Plan, signal: AbortSignal): Promise<TooOld | undefined>;
/**
 * Checks the version of Node.js.
 * @param version without a leading `v`
 */
export declare function nodeVersion(version: string): Finding;
/** Compares the free space for the state folder with what a run of these sources may need. */
export declare function freeSpace(files: Files, folder: string, sourceBytes: number): Finding;
/** Checks that the key can be read, and that others cannot read it. Never shows the key itself. */
export declare function findKey(spec: ApiKeySpec | undefined, pipeline: Pick<Pipeline, 'file' | 'folder' | 'secrets'>, access: KeyAccess): Promise<{
    readonly finding: Finding;
    readonly apiKey?: Secret;
}>;
