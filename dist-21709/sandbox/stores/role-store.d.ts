import { Table } from '../storage/table.ts';
import { RowStore } from './store.ts';
/** A role as stored; `metadata` and `settings` are JSON text. */
export type Role = {
    readonly role: string;
    readonly name: string;
    readonly description: string | null;
    readonly metadata: string | null;
    readonly settings: string | null;
    readonly createdAt: number;
    readonly updatedAt: number | null;
};
/** The JSON of a role in an answer. */
export declare function roleJson(role: Role): string;
/** The roles of the app; `default` always exists. */
export declare class RoleStore extends RowStore<Role> {
    protected readonly table: Table<Role>;
    /** True if a role exists. */
    has(role: string): boolean;
    /** Removes a role with the features that are restricted for it. */
    remove(role: string): void;
}
