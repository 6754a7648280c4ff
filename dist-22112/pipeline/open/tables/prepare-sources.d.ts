import type { Entity } from '../../../input/entities/entity.ts';
import type { Derivations } from '../derived/derive-together.ts';
import type { Opening, OpenSource } from '../opening.ts';
import { type ReadySource } from './input-readers.ts';
/**
 * Writes the rows of sources as one table and opens it.
 * @param file the number that the table has in its step
 * @param list all sources of files of the entity: one empty file among others is allowed
 * @param derivations takes the rows while they are written; absent if they are not all rows of the entity
 * @throws RunError `SOURCE.*`, `CONFIG.*`, `STATE.UNWRITABLE`
 */
export declare function prepareSources(entity: Entity, sources: readonly ReadySource[], { file, list }: {
    readonly file: number;
    readonly list: readonly ReadySource[];
}, opening: Opening, derivations?: Derivations): Promise<OpenSource>;
/** True if the sources of an entity have more than one file between them, or read one in several ways. */
export declare const hasSeveralFiles: (list: readonly ReadySource[]) => boolean;
