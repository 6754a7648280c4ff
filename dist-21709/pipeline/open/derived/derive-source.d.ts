import type { Entity } from '../../../input/entities/entity.ts';
import { KeySet } from '../../../keys/key-table.ts';
import type { DerivedSourceSpec } from '../../schema/source-schema.ts';
import type { Opening, OpenSource } from '../opening.ts';
import { type Derivations } from './derive-together.ts';
/**
 * Makes the rows of a derived source, one for each distinct key, as a table, and opens it.
 * @param before the sources of the entity so far: their rows win
 * @throws RunError `SOURCE.*`, `CONFIG.INVALID`, `STATE.UNWRITABLE`
 */
export declare function deriveSource(entity: Entity, { spec, index }: {
    readonly spec: DerivedSourceSpec;
    readonly index: number;
}, before: readonly OpenSource[], opening: Opening, derivations: Derivations): Promise<OpenSource>;
/** The keys of the rows that sources have. */
export declare function keysOf(entity: Entity, sources: readonly OpenSource[], signal: AbortSignal): Promise<KeySet>;
