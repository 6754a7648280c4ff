import type { Data, EntityName, Host, Item, Ref, RemoteRow } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Doubt, Problem } from '../../input/rows/row.ts';
import type { FieldChange } from '../../ledger/former/former-row.ts';
import type { MemberIds } from '../../ledger/member-key.ts';
import type { RateClass } from '../api/endpoint.ts';
import type { Budget } from '../transport/budget.ts';
import type { ApiRequest, Transport } from '../transport/transport.ts';
import type { Bulk } from './bulk.ts';

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
  /** As `adopt` of the route; absent if an existing row always stays as it is. */
  adopt?(
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

/** Why the service does not take a row now; `isUnmade`: nothing can have become of it. */
export type RefusalForNow = { readonly code: string; readonly message: string; readonly isUnmade: boolean };

/** The service's result for one item. `again` is for a row that the answer does not mention. */
export type Verdict =
  | Outcome
  | { readonly status: 'duplicate' }
  /** To be sent again; `refusal`: the service refuses it for now. Without one, nobody knows what became of it. */
  | { readonly status: 'again'; readonly refusal?: RefusalForNow }
  /**
   * This call is done, and the item needs another one: by default the next, the same as the others of its request. `host` is
   * the message that the call was to find for it.
   */
  | { readonly status: 'more'; readonly call?: number; readonly host?: Host };

/** When and by which process items were sent that may have landed. */
export type Uncertainty = {
  /** Epoch seconds before which none of them can have been sent. */
  readonly since: number;
  /** True if an earlier process sent them: then they can be read once and remembered. */
  readonly past: boolean;
};

/** The facts about a row that already exists in the service. */
export type ExistingRow = {
  /** True if an earlier request of ours may have created it. */
  readonly isOurs: boolean;
  /** Epoch seconds before which none of these requests can have been made. */
  readonly since: number;
  /** Messages: the service's own id, if known. */
  readonly id?: string;
  /** Members: whether we have created the group. */
  readonly inOwnGroup?: boolean;
};

/** Rows that may have landed cannot be read back, so nobody knows whether to send them again. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** The way in which one entity is written through one API. */
export interface Route<D extends Data = Data> {
  readonly entity: EntityName;
  /** The most items in one request. */
  readonly maxItems: number;
  /**
   * The calls that plans count for each request of new or changed rows.
   * @default 1
   */
  readonly callsEach?: number;
  /** Fields that the API accepts; others are counted as not carried. */
  readonly carries: ReadonlySet<string>;
  /** The field of a request that says who the users are that a row mentions; absent if the service finds that out. */
  readonly mentionDetails?: string;
  /**
   * The problem of a valid row that the call certainly refuses; undefined if it accepts the row. So a row is refused
   * before anything is sent.
   */
  refuses?(data: D): Problem | undefined;
  /** The problem of a valid row that the call may refuse, though nobody knows: the row is sent, and checks name it. */
  doubts?(data: D): Doubt | undefined;
  /**
   * The users for whom or about whom the call is made: the service takes none of a deactivated user. Absent if it asks for
   * nobody who is active.
   * @param isNowhere true if no message has a key: then a reply to it is sent as an ordinary message
   */
  actors?(data: D, isNowhere?: (muid: string) => boolean): readonly Ref[];
  /** Items with the same order key are never in two requests at the same time. */
  orderKey(item: Item<D>): string;
  /** Only items with the same batch key share a request. */
  batchKey(item: Item<D>): string;
  /** True for an item that never shares a request. */
  alone?(item: Item<D>): boolean;
  /** @param call the number of calls already made for these items; above 0 only after a verdict `more` */
  build(items: readonly Item<D>[], startedAt: number, call?: number): ApiRequest;
  /**
   * Reads a 2xx answer: one verdict for each item, in the order of `items`; undefined if the body is not such an
   * answer.
   */
  settle(body: unknown, items: readonly Item<D>[], call?: number): readonly Verdict[] | undefined;
  /** The way in which rows that hang on a message are written, if some of them do. */
  readonly hanging?: Hanging;
  /** Set if rows whose JSON is ready can share a request. */
  readonly bulk?: Bulk;
  /** The meaning of an error code in a request of one item; undefined if it is a plain refusal. */
  refusal?(code: string, item?: Item<D>, call?: number): Verdict | undefined;
  /**
   * Adds what the calls of a change must know about the row in the service; an outcome if the row does not exist there.
   * Called before the first call of an item that has to be changed.
   */
  locate?(item: Item<D>, transport: Transport, signal: AbortSignal): Promise<Item<D> | Outcome>;
  /**
   * Decides what to do with a row that the service refused because its key already exists, if a call that created another row
   * of ours has made it: returns the item as one that has to be changed, or an outcome; undefined if it was not made so.
   */
  made?(
    item: Item<D>,
    existing: ExistingRow,
    transport: Transport,
    signal: AbortSignal,
  ): Promise<Item<D> | Outcome | undefined>;
  /**
   * The fields in which a change replaces what the service has; of a row that was there before us, `locate` and `adopt` read
   * that.
   */
  replaces?(item: Item<D>): readonly FieldChange[];
  /** True if the calls of a change before the given one have already made the change of a field. */
  isMade?(item: Item<D>, call: number, field: string): boolean;
  /** The request that a change must end with although one of its calls after the first is refused, and what stays without it. */
  closing?(item: Item<D>): { readonly request: ApiRequest; readonly otherwise: string } | undefined;
  /** The membership that a new row ends, although nobody refuses it; undefined if it is none. */
  ends?(item: Item<D>): MemberIds | undefined;
  /**
   * Decides what to do with a row that the service refused because its key already exists: returns the item as one that
   * has to be changed, undefined if the existing row stays as it is, or an outcome if it is already equal or cannot be
   * changed.
   */
  adopt?(
    item: Item<D>,
    existing: ExistingRow,
    transport: Transport,
    signal: AbortSignal,
  ): Promise<Item<D> | Outcome | undefined>;
  /**
   * Reads a row that the service refused because its key already exists and that we may have created: says whether we did,
   * and whether its content is that of the item. Used where `adopt` is absent: the row is not changed.
   */
  recognise?(
    item: Item<D>,
    existing: ExistingRow,
    transport: Transport,
    signal: AbortSignal,
  ): Promise<Outcome>;
  /**
   * For calls that the service does not refuse when they are repeated: returns the service's ids of those items that
   * already exist, by key. Called before an item is sent again whose first request may have landed.
   * @throws UnreadableError if the service does not show them
   */
  recall?(
    items: readonly Item<D>[],
    uncertainty: Uncertainty,
    transport: Transport,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, string>>;
}

/** Rows that are written by a call of their own, one by one, after the message that they hang on. */
export type Hanging = {
  /** The field that names the message. */
  readonly field: string;
  /** The key of that message; undefined for a row that needs none. */
  hangsOn(item: Item): string | undefined;
  readonly route: Route;
  /** Set if a row is written without a message that is in no file: the name under which such rows are counted. */
  readonly alone?: string;
};

/** A set of routes with the rate budgets that they use. */
export interface Target {
  /** The name in pipeline files and checkpoints. */
  readonly name: string;
  readonly budgets: Readonly<Record<string, Budget>>;
  /** For the messages of each sender, if the API sends messages in the name of a user. */
  readonly perSender?: Budget;
  readonly routes: Readonly<Record<EntityName, Route>>;
  /** A harmless read that succeeds only if the service works and accepts the key. */
  readonly probe: ApiRequest;
}

/** An API of the service that can write rows. Only the registry in `targets.ts` knows which APIs exist. */
export interface TargetApi {
  /** The name in pipeline files. */
  readonly name: string;
  /** The rate class of the calls that write rows in batches. */
  readonly batchClass: RateClass;
  /** The rate class of the calls for one row each: changes, removals and, in an API without batches, messages. */
  readonly singleClass: RateClass;
  /** The rate classes that a pipeline's limit applies to; the others keep their proportion to `batchClass`. */
  readonly limited: ReadonlySet<RateClass>;
  /** True if the service makes the owner of a group a member automatically. */
  readonly ownersJoin: boolean;
  /** True if the service refuses a group message if its sender is not a member of the group. */
  readonly membersOnly: boolean;
  /**
   * @param itemsMax the most rows in one request, if the API accepts several
   * @param perSender the limit for the messages of each sender, if one is known
   */
  open(budget: (rateClass: RateClass) => Budget, itemsMax: number, perSender?: Budget): Target;
}
