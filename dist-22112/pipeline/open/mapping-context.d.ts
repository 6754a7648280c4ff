import type { Entity } from '../../input/entities/entity.ts';
import { type MappingContext } from '../../input/rows/mapping.ts';
import type { FileSourceSpec } from '../schema/source-schema.ts';
import { type Joins } from './joins.ts';
import type { Opening } from './opening.ts';
/** Things that the mappings of one source share, whatever the file. */
export type SourceContext = {
    readonly mapping: Omit<MappingContext, 'constants'>;
    readonly joins: Joins;
    /** The files that rows are looked up in. */
    readonly paths: readonly string[];
};
/**
 * Loads what the rows of a source are looked up in.
 * @throws RunError `SOURCE.*`, `LOOKUP.*`
 */
export declare function openContext({ name: entity }: Pick<Entity, 'name'>, spec: FileSourceSpec, { pipeline, files, notes, idMap, copies }: Opening): Promise<SourceContext>;
/** The pseudo columns that are the same in all rows of a file; those of a command do not tell where its output was kept. */
export declare function constantsOf(path: string, { pipeline: { folder }, spooled }: Pick<Opening, 'pipeline' | 'spooled'>): Readonly<Record<string, string>>;
