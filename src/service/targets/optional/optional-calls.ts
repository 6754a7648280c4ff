import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { ApiRequest } from '../../transport/transport.ts';
import type { RowChanges } from '../row-changes.ts';
import type { Route } from '../target.ts';

/** How an optional entity is written, changed and removed: by the same calls through every API of the service. */
export type OptionalCalls = {
  readonly route: Route;
  readonly changes: RowChanges;
  /** The call that removes a row that we created. */
  removal(entry: LedgerEntry): ApiRequest;
};
