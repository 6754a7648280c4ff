import { type ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type RowResults } from '../row-result.ts';
import type { ImportedGroup, ImportedMember, ImportedMessage, ImportedUser } from './import-rows.ts';
/**
 * The Data Import API: up to 50 rows in a call, each with its own outcome by its key. Times in the past are kept, and no
 * action messages are written. A row whose key exists is refused, so a call can be repeated.
 */
export declare const dataImport: (call: Caller) => {
    /** Imports users. Resolves to the results by uid. */
    users: (rows: readonly ImportedUser[], options?: AsApp) => ApiPromise<RowResults>;
    /** Imports groups. Resolves to the results by guid. */
    groups: (rows: readonly ImportedGroup[], options?: AsApp) => ApiPromise<RowResults>;
    /** Imports members. Resolves to the results by `<guid>_member_<uid>`. */
    members: (rows: readonly ImportedMember[], options?: AsApp) => ApiPromise<RowResults>;
    /** Imports messages. Resolves to the results by muid. */
    messages: (rows: readonly ImportedMessage[], options?: AsApp) => ApiPromise<RowResults>;
};
