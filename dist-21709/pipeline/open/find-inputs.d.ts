import { type EntityName } from '../../input/entities/entity.ts';
import type { Files } from '../../system/files.ts';
import type { Spools } from '../code/spool-sources.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Copies } from '../remote/copies.ts';
import { type SourceSpec } from '../schema/source-schema.ts';
/** A source of a pipeline with the files that it names. */
export type FoundSource = {
    /** Its number among the sources of the entity, from 0. */
    readonly index: number;
    readonly spec: SourceSpec;
    /** The files, in order; none for a derived source and for that of an export. */
    readonly paths: readonly string[];
};
/** The sources of each entity of a pipeline, with their files. */
export type FoundInputs = Readonly<Partial<Record<EntityName, readonly FoundSource[]>>>;
/**
 * Finds the files of every source of a pipeline.
 * @throws RunError `SOURCE.MISSING`, `SOURCE.GLOB_TOO_WIDE`
 */
export declare function findInputs({ sources, folder }: Pipeline, files: Files, { spools, copies }: {
    readonly spools: Spools;
    readonly copies: Copies;
}, warn: (sentence: string) => void): Promise<FoundInputs>;
