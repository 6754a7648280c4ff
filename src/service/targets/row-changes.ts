import type { Item, RemoteRow } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { ApiRequest, Transport } from '../transport/transport.ts';
import type { ExistingRow, Route } from './target.ts';

/** A row that exists in the service and has to be changed. */
export type ChangedItem = Item & { readonly remote: RemoteRow };

/** One request of a change; `create` is the request that would create the row. */
export type RowCall = ApiRequest | 'create';

/** The way in which existing rows of an entity are changed. */
export type RowChanges = {
  /** The requests of a change, in order. */
  calls(item: ChangedItem): readonly RowCall[];
  readonly isMade?: NonNullable<Route['isMade']>;
  readonly closing?: NonNullable<Route['closing']>;
  readonly locate?: NonNullable<Route['locate']>;
  adopt(
    item: Item,
    existing: ExistingRow,
    create: Route,
    transport: Transport,
    signal: AbortSignal,
  ): Promise<Item | Outcome | undefined>;
  /** A read that finds out why the service refuses a change with a code. */
  readonly inquiry?: {
    readonly code: string;
    request(item: ChangedItem): ApiRequest;
    /** Undefined if the body is no answer of the service. */
    outcome(body: unknown, item: ChangedItem): Outcome | undefined;
  };
  /** The outcome for a code that says that the row does not exist; undefined for every other code. */
  missing?(code: string): Outcome | undefined;
};
