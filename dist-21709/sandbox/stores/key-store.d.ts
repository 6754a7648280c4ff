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
export declare const KEY_SCOPES: readonly ["authOnly", "fullAccess"];
/** The order of lists of keys. */
export declare const OLDEST_KEY_FIRST = "created_at, api_key";
/** The API keys of the app. */
export declare class KeyStore extends RowStore<ApiKey> {
    protected readonly table: Table<ApiKey>;
    /** The scope of a key. Undefined if the key does not exist. */
    scopeOf(apiKey: string): KeyScope | undefined;
    /** The oldest key of a scope, if any. */
    first(scope: KeyScope): string | undefined;
    /** Every key, oldest first. */
    all(): readonly ApiKey[];
}
