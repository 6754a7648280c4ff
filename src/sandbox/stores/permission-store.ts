import type { Database } from '../storage/database.ts';

/** The holder of a permission: a role of the app, or a scope of a group. */
export type PermissionHolder = { readonly guid: string; readonly holder: string };

/** A permission that was set; `value` is JSON text. */
export type SetPermission = { readonly permission: string; readonly value: string };

/** The holder that is a role. */
export const roleHolder = (role: string): PermissionHolder => ({ guid: '', holder: role });

/** The permissions that were set for roles and for the scopes of groups. */
export class PermissionStore {
  readonly #db: Database;
  #any: boolean | undefined;

  /** Reads and writes the given data file. */
  constructor(db: Database) {
    this.#db = db;
    db.onRollback(() => {
      this.#any = undefined;
    });
  }

  /** True if anything may be set. Most apps set nothing, so this is known without a read. */
  get any(): boolean {
    this.#any ??= this.#db.get('SELECT 1 FROM permissions LIMIT 1') !== undefined;
    return this.#any;
  }

  /** The permissions that were set for a holder. */
  list({ guid, holder }: PermissionHolder): readonly SetPermission[] {
    return this.#db.all<SetPermission>(
      'SELECT permission, value FROM permissions WHERE guid = ? AND holder = ? ORDER BY permission',
      guid,
      holder,
    );
  }

  /** Sets a permission. */
  set({ guid, holder }: PermissionHolder, { permission, value }: SetPermission): void {
    this.#any = true;
    this.#db.run(
      'INSERT OR REPLACE INTO permissions (guid, holder, permission, value) VALUES (?, ?, ?, ?)',
      guid,
      holder,
      permission,
      value,
    );
  }

  /** Resets a permission to its default value. */
  unset({ guid, holder }: PermissionHolder, permission: string): void {
    this.#any = undefined;
    this.#db.run(
      'DELETE FROM permissions WHERE guid = ? AND holder = ? AND permission = ?',
      guid,
      holder,
      permission,
    );
  }

  /** Removes every set permission of a holder. */
  clear({ guid, holder }: PermissionHolder): void {
    this.#any = undefined;
    this.#db.run('DELETE FROM permissions WHERE guid = ? AND holder = ?', guid, holder);
  }
}
