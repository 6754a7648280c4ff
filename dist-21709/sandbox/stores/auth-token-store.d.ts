import { Table } from '../storage/table.ts';
import { RowStore } from './store.ts';
/** Properties that tie a token to a platform and a device; `appInfo` is JSON text. */
type AuthTokenUse = {
    readonly platform: string | null;
    readonly userAgent: string | null;
    readonly appInfo: string | null;
};
/** A token with which a client logs in as one user. */
export type AuthToken = AuthTokenUse & {
    readonly uid: string;
    readonly authToken: string;
    readonly createdAt: number;
};
/** The JSON of a token in an answer. */
export declare function authTokenJson(token: AuthToken): string;
/** The auth tokens of the app's users. Only the newest tokens of each user stay valid. */
export declare class AuthTokenStore extends RowStore<AuthToken> {
    protected readonly table: Table<AuthToken>;
    /** Creates a token for a user at `now`. The oldest tokens above the limit of a user are removed. */
    create(uid: string, now: number): AuthToken;
    /** The newest token of a user. */
    newest(uid: string): AuthToken | undefined;
    /** Makes every token of a user invalid. */
    flush(uid: string): void;
}
export {};
