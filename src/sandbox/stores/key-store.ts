import { Table } from '../storage/table.ts';
import { RowStore } from './store.ts';

/** Rights of an API key: everything, or only create users and auth tokens. */
export type KeyScope = 'fullAccess' | 'authOnly';

/** An API key as stored. */
export type ApiKey = {
  readonly apiKey: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly createdAt: number;
};

/** The two scopes. */
export const KEY_SCOPES = ['authOnly', 'fullAccess'] as const satisfies readonly KeyScope[];

/** The order of lists of keys. */
export const OLDEST_KEY_FIRST = 'created_at, api_key';

const KEYS = new Table<ApiKey>('api_keys', 'apiKey, name, scope, createdAt', 'createdAt');

/** The API keys of the app. */
export class KeyStore extends RowStore<ApiKey> {
  protected override readonly table = KEYS;

  /** The scope of a key. Undefined if the key does not exist. */
  scopeOf(apiKey: string): KeyScope | undefined {
    return this.db.value('SELECT scope FROM api_keys WHERE api_key = ?', apiKey);
  }

  /** The oldest key of a scope, if any. */
  first(scope: KeyScope): string | undefined {
    const sql = 'SELECT api_key FROM api_keys WHERE scope = ? ORDER BY created_at LIMIT 1';
    return this.db.value(sql, scope);
  }

  /** Every key, oldest first. */
  all(): readonly ApiKey[] {
    return KEYS.all(this.db, `ORDER BY ${OLDEST_KEY_FIRST}`);
  }
}
