import type { Data, Entity } from './entity.ts';
export type RoleRow = Data & {
    readonly role: string;
    readonly name: string;
};
/** Roles that users may have; keyed by `role`. */
export declare const roles: Entity<RoleRow>;
