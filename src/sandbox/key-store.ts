import type { Database } from './database.ts';

/** What an API key may do: everything, or only create users and auth tokens. */
export type KeyScope = 'fullAccess' | 'authOnly';

/** An API key as stored. */
export type ApiKey = {
  readonly apiKey: string;
  readonly name: string;
  readonly scope: KeyScope;
  readonly createdAt: number;
};

/** The API keys of the app. */
export class KeyStore {
  readonly #db: Database;

  /** Reads and writes the given data file. */
  constructor(db: Database) {
    this.#db = db;
  }

  /** The scope of a key, if the key exists. */
  scopeOf(apiKey: string): KeyScope | undefined {
    return this.#db.get<{ scope: KeyScope }>('SELECT scope FROM api_keys WHERE api_key = ?', apiKey)?.scope;
  }

  /** The oldest key of a scope, if any. */
  first(scope: KeyScope): string | undefined {
    return this.#db.get<{ apiKey: string }>(
      'SELECT api_key AS apiKey FROM api_keys WHERE scope = ? ORDER BY created_at LIMIT 1',
      scope,
    )?.apiKey;
  }

  /** Adds a key. */
  insert({ apiKey, name, scope, createdAt }: ApiKey): void {
    this.#db.run(
      'INSERT INTO api_keys (api_key, name, scope, created_at) VALUES (?, ?, ?, ?)',
      apiKey,
      name,
      scope,
      createdAt,
    );
  }
}
