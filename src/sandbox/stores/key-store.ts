import { Table } from '../storage/table.ts';
import { Filter, prefixPattern } from '../wire/filter.ts';
import { Store } from './store.ts';

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

/** Which keys to list: of a scope, with a text in their name. */
export type KeyQuery = { readonly scope?: KeyScope | undefined; readonly searchKey?: string | undefined };

const KEYS = new Table<ApiKey>('api_keys', 'apiKey, name, scope, createdAt', 'createdAt');

function keyFilter({ scope, searchKey }: KeyQuery): Filter {
  const filter = new Filter();
  if (scope) filter.where('scope = ?', scope);
  if (searchKey) filter.where("name LIKE ? ESCAPE '\\'", `%${prefixPattern(searchKey)}`);
  return filter;
}

/** The API keys of the app. */
export class KeyStore extends Store {
  /** The scope of a key. Undefined if the key does not exist. */
  scopeOf(apiKey: string): KeyScope | undefined {
    return this.db.get<{ scope: KeyScope }>('SELECT scope FROM api_keys WHERE api_key = ?', apiKey)?.scope;
  }

  /** The oldest key of a scope, if any. */
  first(scope: KeyScope): string | undefined {
    return this.db.get<{ apiKey: string }>(
      'SELECT api_key AS apiKey FROM api_keys WHERE scope = ? ORDER BY created_at LIMIT 1',
      scope,
    )?.apiKey;
  }

  /** Adds a key. */
  insert(key: ApiKey): void {
    KEYS.insert(this.db, key);
  }

  /** A key. */
  find(apiKey: string): ApiKey | undefined {
    return this.db.get<ApiKey>(`SELECT ${KEYS.columns} FROM api_keys WHERE api_key = ?`, apiKey);
  }

  /** A page of the keys that a query asks for, oldest first. */
  list(query: KeyQuery, limit: number, offset: number): readonly ApiKey[] {
    const { sql, params } = keyFilter(query);
    return this.db.all<ApiKey>(
      `SELECT ${KEYS.columns} FROM api_keys${sql} ORDER BY created_at, api_key LIMIT ? OFFSET ?`,
      ...params,
      limit,
      offset,
    );
  }

  /** The number of keys that a query asks for. */
  count(query: KeyQuery): number {
    const { sql, params } = keyFilter(query);
    return this.db.count(`api_keys${sql}`, ...params);
  }

  /** Changes the name and the scope of a key. */
  update(key: ApiKey): void {
    KEYS.update(this.db, key);
  }

  /** Makes a key invalid. */
  remove(apiKey: string): void {
    this.db.run('DELETE FROM api_keys WHERE api_key = ?', apiKey);
  }
}
