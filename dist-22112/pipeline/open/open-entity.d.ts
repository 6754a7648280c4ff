import type { Entity } from '../../input/entities/entity.ts';
import type { Derivations } from './derived/derive-together.ts';
import type { FoundSource } from './find-inputs.ts';
import { type OpenEntity, type Opening } from './opening.ts';
/**
 * Opens every source of an entity.
 * @param derivations shared by the entities, because rows of several of them are derived in one pass
 * @throws RunError `SOURCE.*`, `LOOKUP.*`, `WHERE.*`
 */
export declare function openEntity(entity: Entity, found: readonly FoundSource[], opening: Opening, derivations: Derivations): Promise<OpenEntity>;
