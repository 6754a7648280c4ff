import { Table } from '../storage/table.ts';
import { jsonMember, jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { Store } from './store.ts';

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
    textMember('role', role.role),
    textMember('name', role.name),
    textMember('description', role.description),
    jsonMember('metadata', role.metadata),
    jsonMember('settings', role.settings),
    numberMember('createdAt', role.createdAt),
    numberMember('updatedAt', role.updatedAt),
  );
}

/** The roles of the app; `default` always exists. */
export class RoleStore extends Store {
  /** True if a role exists. */
  has(role: string): boolean {
    return role === 'default' || this.db.get('SELECT 1 FROM roles WHERE role = ?', role) !== undefined;
  }

  /** Adds a role whose id is free. */
  insert(role: Role): void {
    ROLES.insert(this.db, role);
  }

  /** A role by its lower-case id. */
  find(role: string): Role | undefined {
    return this.db.get<Role>(`SELECT ${ROLES.columns} FROM roles WHERE role = ?`, role);
  }

  /** A page of the roles, in the order they were created. */
  list(limit: number, offset: number): readonly Role[] {
    const sql = `SELECT ${ROLES.columns} FROM roles ORDER BY rowid LIMIT ? OFFSET ?`;
    return this.db.all<Role>(sql, limit, offset);
  }

  /** The number of roles. */
  count(): number {
    return this.db.count('roles');
  }

  /** Replaces everything about a role but its id and createdAt. */
  update(role: Role): void {
    ROLES.update(this.db, role);
  }

  /** Removes a role with the features that are restricted for it. */
  remove(role: string): void {
    this.db.run('DELETE FROM restricted_features WHERE role = ?', role);
    this.db.run('DELETE FROM roles WHERE role = ?', role);
  }
}
