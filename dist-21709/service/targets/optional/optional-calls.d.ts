import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { ApiRequest } from '../../transport/transport.ts';
import type { Route, RowChanges } from '../target.ts';
/**
 * The way in which an optional entity is written, changed and removed: by the same calls through every API of the
 * service.
 */
export type OptionalCalls = {
    readonly route: Route;
    readonly changes: RowChanges;
    /**
     * The call that removes a row that we created; undefined if it cannot be there any more. Absent if one call is not
     * enough.
     * @param idOf finds the service's id of the message with a key; undefined if it is not in the service
     */
    removal?(entry: LedgerEntry, idOf: (muid: string) => Promise<string | undefined>): Promise<ApiRequest | undefined>;
};
