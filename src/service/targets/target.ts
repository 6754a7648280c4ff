import type { Data, EntityName, Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { RateClass } from '../api/endpoint.ts';
import type { Budget } from '../transport/budget.ts';
import type { ApiRequest, Transport } from '../transport/transport.ts';

/** What the service said of one item. `again` is a row that the answer does not mention. */
export type Verdict =
  | Outcome
  | { readonly status: 'duplicate' }
  | { readonly status: 'again' }
  /** This call is done, and the item needs its next one. */
  | { readonly status: 'more' };

/** What is not known of items that may have landed. */
export type Uncertainty = {
  /** Epoch seconds before which none of them can have been sent. */
  readonly since: number;
  /** Sent by an earlier process: what it sent can be read once and remembered. */
  readonly past: boolean;
};

/** What is known of a row that the service holds already. */
export type ExistingRow = {
  /** Whether an earlier request of ours may have created it. */
  readonly isOurs: boolean;
  /** Epoch seconds before which none of these requests can have been made. */
  readonly since: number;
  /** Messages: the service's own id, where it is known. */
  readonly id?: string;
};

/** How one entity is written through one API. */
export interface Route<D extends Data = Data> {
  readonly entity: EntityName;
  /** Most items of one request. */
  readonly maxItems: number;
  /** Fields that the API takes; others are counted as not carried. */
  readonly carries: ReadonlySet<string>;
  /** Items of equal order key are never in two requests at once. */
  orderKey(item: Item<D>): string;
  /** Only items of equal batch key share a request. */
  batchKey(item: Item<D>): string;
  /** True for an item that never shares a request. */
  alone?(item: Item<D>): boolean;
  /** @param call how many calls of these items are done; more than none only after a verdict `more` */
  build(items: readonly Item<D>[], startedAt: number, call?: number): ApiRequest;
  /**
   * Reads a 2xx answer, one verdict an item in the order of `items`; `undefined` where the body is not such an answer.
   */
  settle(body: unknown, items: readonly Item<D>[], call?: number): readonly Verdict[] | undefined;
  /** What an error code for a request of one item means for it; undefined where it is a plain refusal. */
  refusal?(code: string, item?: Item<D>, call?: number): Verdict | undefined;
  /**
   * An item that has to be changed, with all that its calls must know of the row in the service; an outcome where the
   * service does not hold it. Asked before the first call of such an item.
   */
  locate?(item: Item<D>, transport: Transport, signal: AbortSignal): Promise<Item<D> | Outcome>;
  /**
   * A row that the service refused because it has one of that key, as a row that it holds and that has to be changed;
   * undefined where it stays as it is, an outcome where that says the same already or cannot be changed.
   */
  adopt?(
    item: Item<D>,
    there: ExistingRow,
    transport: Transport,
    signal: AbortSignal,
  ): Promise<Item<D> | Outcome | undefined>;
  /**
   * For calls that the service does not refuse twice: which of these items it already holds, with the ids that it gave
   * them, by key. Asked before an item is sent again whose first request may have landed.
   */
  recall?(
    items: readonly Item<D>[],
    doubt: Uncertainty,
    transport: Transport,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>>;
}

/** A set of routes with the budgets they draw on. */
export interface Target {
  /** As pipeline files and checkpoints have it. */
  readonly name: string;
  readonly budgets: Readonly<Record<string, Budget>>;
  readonly routes: Readonly<Record<EntityName, Route>>;
  /** A harmless read that succeeds exactly when the service is at work and takes the key. */
  readonly probe: ApiRequest;
}

/** An API of the service that rows can be written through. Nobody but the registry in `targets.ts` knows which there are. */
export interface TargetApi {
  /** As pipeline files have it. */
  readonly name: string;
  /** The rate class of the calls that rows are written with in batches. */
  readonly batchClass: RateClass;
  /** The rate class of the calls that are for one row each: changes, removals, and where nothing else is there, messages. */
  readonly singleClass: RateClass;
  /** The rate classes that the limit of a pipeline is the limit of; the others keep their proportion to `batchClass`. */
  readonly limited: ReadonlySet<RateClass>;
  /** Whether the service makes the owner of a group a member of it by itself. */
  readonly ownersJoin: boolean;
  /** @param itemsMax most rows of one request, where the API takes several */
  open(budget: (rateClass: RateClass) => Budget, itemsMax: number): Target;
}
