import type { Entity, EntityName } from './entity.ts';
/** Every entity, in the order of writing. A new entity is one more file, its name in `entity.ts` and one line here. */
export declare const entities: Readonly<Record<EntityName, Entity>>;
