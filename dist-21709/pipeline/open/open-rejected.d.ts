import type { Entity } from '../../input/entities/entity.ts';
import { type Mapping } from '../../input/rows/mapping.ts';
import type { RestoredRow } from '../../input/sources/rejects-source.ts';
import type { Source } from '../../input/sources/source.ts';
import { type LoadedTransform } from '../code/load-transform.ts';
import { type SourceSpec } from '../schema/source-schema.ts';
import { type SourceContext } from './mapping-context.ts';
import { type Opening } from './opening.ts';
/** A source of an entity, with what its rows are looked up in; its files are not read. */
type RejectedFrom = {
    readonly spec: SourceSpec;
    readonly context: SourceContext | undefined;
    readonly transform: LoadedTransform | undefined;
    /** An app's own ids, for the rows of an export. */
    readonly idMap: Opening['idMap'];
};
/**
 * Loads what the rejected rows of an entity are looked up in.
 * @throws RunError `SOURCE.*`, `LOOKUP.*`
 */
export declare function rejectedContext(entity: Entity, specs: readonly SourceSpec[], opening: Opening): Promise<readonly RejectedFrom[]>;
/**
 * Reads rows that a transform has refused, and that were corrected, as the rows that it makes of them now.
 * @param index the number of the source that rows without a cell `$source` are of, from 0
 * @param file the name of the rejects file
 */
export declare function transformedAgain(entity: Entity, from: readonly RejectedFrom[], index: number, file: string): RestoredRow;
/**
 * The mapping of a rejects file. A row is filled by the source that its cell `$source` names, else by the one that the file
 * belongs to.
 * @param index the number of that source, from 0
 */
export declare function mapRejected(entity: Entity, source: Pick<Source, 'columns'>, index: number, name: string, from: readonly RejectedFrom[]): Mapping;
export {};
