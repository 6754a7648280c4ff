import { type Data, type Entity } from '../entity.ts';
export type TokenRow = Data & {
    readonly uid: string;
};
/** Users who get an auth token, with which a client logs in; keyed by the user. The token itself is a result. */
export declare const tokens: Entity<TokenRow>;
