import type { EntityName } from '../../../input/entities/entity.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import type { FieldMap } from '../../../input/rows/mapping.ts';
import type { FileSourceSpec } from '../../schema/source-schema.ts';
/** True if the rows of a source are written as a table before they are read: they are not one after the other in a file. */
export declare function needsPreparing(spec: FileSourceSpec): boolean;
/** True if each file of a row becomes a message. */
export declare function splitsFiles({ attachments }: FieldMap): boolean;
/** True if all sources of a list become one table. */
export declare const needsOneTable: (specs: readonly FileSourceSpec[], entity: EntityName, policies: Pick<Policies, 'threads'>) => boolean;
/** True if rows may be live replies, which stand after the messages that they answer. */
export declare const hasLiveThreads: (entity: EntityName, { threads }: Pick<Policies, 'threads'>) => boolean;
/** The columns of the hash by which equal rows are numbered; undefined if they are not. */
export declare function hashOf(map: FieldMap): readonly string[] | undefined;
/**
 * The pseudo columns that become cells, in a fixed order.
 * @param used the columns that are taken of the rows
 */
export declare const pseudoColumns: (used: readonly string[]) => readonly string[];
/** True if two sources read the same files in the same way, so that a row belongs to the first that takes it. */
export declare const isSameReading: (one: FileSourceSpec, other: FileSourceSpec) => boolean;
