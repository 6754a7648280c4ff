import type { Data, Entity, EntityName } from './entity.ts';
/** True if a field of an entity grants or takes rights. */
export declare const isRight: (entity: EntityName, field: string) => boolean;
/** The type of a group that is created without one: nobody sees what they could not see before. */
export declare const GROUP_TYPE = "private";
/** Names the values that are counted of a row that says nothing of who may enter; empty for most. */
export declare const unsaidType: ({ name }: Pick<Entity, 'name'>, data: Data) => readonly string[];
/**
 * The value of `deactivatedAt` of a user who is active in so many words (`never`). An empty cell does not say that: it
 * leaves a deactivated user as it is.
 */
export declare const NEVER = 0;
/** True for the row of a user who is deactivated. */
export declare const isInactiveUser: ({ name, isActive }: Pick<Entity, 'name' | 'isActive'>, data: Data) => boolean;
/** True if a row says in words that it is active (a user that is not deactivated, a member that is not banned). */
export declare const saysActive: ({ name }: Entity, data: Data) => boolean;
/** True if a row says in words whether it is active. */
export declare const statesActive: ({ name }: Entity, data: Data) => boolean;
