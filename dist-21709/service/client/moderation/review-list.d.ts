import type { Endpoint } from '../../api/endpoint.ts';
import type { Caller } from '../caller.ts';
import { type ListCall } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
/** The query that every list of moderation accepts. */
export type ModerationQuery = {
    /**
     * Number of rows in one request, 1 to 1,000.
     * @default 100
     */
    readonly limit?: number;
};
/** A list of moderation. */
export declare const moderationList: <Path extends string, T>(caller: Caller, endpoint: Endpoint<Path>, list: ListCall<Path, T>) => Listing<T>;
