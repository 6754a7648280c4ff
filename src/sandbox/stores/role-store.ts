import { Table } from '../storage/table.ts';
import { jsonMember, jsonObject, sameMembers } from '../wire/json-text.ts';
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

const ROLES = new Table<Role>(
  'roles',
  `role, name, description, metadata, settings, createdAt, updatedAt`,
  'createdAt',
);

/** The JSON of a role in an answer. */
export function roleJson(role: Role): string {
  return jsonObject(
    ...sameMembers(role, 'role', 'name', 'description'),
    jsonMember('metadata', role.metadata),
    jsonMember('settings', role.settings),
    ...sameMembers(role, 'createdAt', 'updatedAt'),
  );
}

/** The roles of the app; `default` always exists. */
export class RoleStore extends RowStore<Role> {
  protected override readonly table = ROLES;

  /** True if a role exists. */
  has(role: string): boolean {
    return role === 'default' || this.find(role) !== undefined;
  }

  /** Removes a role with the features that are restricted for it. */
  override remove(role: string): void {
    this.db.run('DELETE FROM restricted_features WHERE role = ?', role);
    super.remove(role);
  }
}
