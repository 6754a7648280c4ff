import type { ZodType } from 'zod';
import type { RowCode } from '../../errors/row-codes.ts';
import type { Policies } from './policies.ts';

/** The entities that every chat history has: the import API carries them, and reports always show them. */
export const coreNames = ['users', 'groups', 'members', 'messages'] as const;
export type CoreName = (typeof coreNames)[number];

/** Every entity, in the order of writing. */
export const entityNames = [
  'roles',
  'users',
  'groups',
  'members',
  'friends',
  'messages',
  'reactions',
  'pins',
  'receipts',
  'blocks',
  'bans',
  'tokens',
] as const;
export type EntityName = (typeof entityNames)[number];

/** The entities that only some histories have: written by calls of one row each, and shown where a pipeline has them. */
export type OptionalName = Exclude<EntityName, CoreName>;

/** True if every chat history has this entity. */
export const isCore = (name: EntityName): name is CoreName =>
  (coreNames as readonly EntityName[]).includes(name);

/** A table with an entry for each core entity, and for the optional ones that a pipeline has. */
export type EntityTable<T> = Record<CoreName, T> & Partial<Record<OptionalName, T>>;

/** Makes such a table: with an entry for an optional entity only if `has` is true of it. */
export const entityTable = <T>(
  entryOf: (name: EntityName) => T,
  has: (name: OptionalName) => boolean,
): EntityTable<T> =>
  Object.fromEntries(
    [...coreNames, ...entityNames.filter((name) => !isCore(name) && has(name))].map((name) => [
      name,
      entryOf(name),
    ]),
  ) as EntityTable<T>;

/** The entries of a table by entity, in the order of writing. */
export const entriesOf = <T>(
  table: Readonly<Partial<Record<EntityName, T>>>,
): readonly (readonly [EntityName, T])[] =>
  entityNames.flatMap((name) => {
    const entry = table[name];
    return entry === undefined ? [] : [[name, entry as T] as const];
  });

/** Such a table of counts: an optional entity is in it if any of its counts is not 0. */
export const countedTable = <T extends object>(countsOf: (name: EntityName) => T): EntityTable<T> =>
  entityTable(countsOf, (name) => Object.values(countsOf(name)).some((count) => count > 0));

/** A table with an entry for every entity. */
export const entityRecord = <T>(entryOf: (name: EntityName) => T): Record<EntityName, T> =>
  Object.fromEntries(entityNames.map((name) => [name, entryOf(name)])) as Record<EntityName, T>;

/** The data of a valid row; times are epoch seconds. */
export type Data = Readonly<Record<string, unknown>>;

/** The entities that other rows refer to; a run keeps their keys until its end. */
export const referredNames = ['users', 'groups'] as const satisfies readonly EntityName[];
export type ReferredName = (typeof referredNames)[number];

/** True if rows of other entities refer to rows of this one. */
export const isReferredTo = (name: EntityName): name is ReferredName =>
  (referredNames as readonly EntityName[]).includes(name);

/** A reference to a row of an earlier entity. */
export type Ref = { readonly entity: ReferredName; readonly key: string; readonly field: string };

/**
 * The way in which a cell becomes a value: `id` is a string (an integer within 2^53 becomes its digits), `key` is
 * one too (an integer of any size), `time` becomes epoch seconds, `json` and `tags` are parsed if they are text.
 */
export type FieldKind = 'text' | 'id' | 'key' | 'time' | 'json' | 'tags' | 'boolean';

/**
 * The way in which the service's time is compared with that of a row. `given`: equal if the source has it, else the
 * service sets it. `notEarlier`: the time may move forward after the import, so the service's may be later, but not
 * earlier or absent.
 */
export type TimeRule = { readonly field: string; readonly rule: 'given' | 'notEarlier' };

/** The rules by which the fields of a row are compared with those in the service. */
type ComparedFields = {
  /** Fields that must be equal. */
  readonly exact: readonly string[];
  /** Times with rules of their own. */
  readonly times: readonly TimeRule[];
  /** Values that the service sets for absent fields. */
  readonly defaults: Data;
  /** Fields that are written but that no call of the service returns. */
  readonly unseen: readonly string[];
};

/** The code and message of the problem for a refused row. */
type Refusal = { readonly code: RowCode; readonly message: string };

/** Describes one kind of rows. Other code uses these properties and does not compare names. */
export interface Entity<D extends Data = Data> {
  readonly name: EntityName;
  /** The word for one row in messages to people; `name` is the plural. */
  readonly noun: string;
  /** A description for the reference, in full sentences: its rows, the calls that write them, and the data that is lost. */
  readonly about: string;
  /** Entities that must be finished before this one starts. */
  readonly after: readonly EntityName[];
  /** The known fields and how their cells are read, in the order of the documentation. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Fields that every row must have. */
  readonly required: readonly string[];
  /** The fields that make the key, in order. A repeated key is reported at the last of them. */
  readonly keyFields: readonly [string, ...string[]];
  /** The way in which keys are compared: the service lower-cases ids and leaves other keys as written. */
  readonly keyCase: 'lower' | 'written';
  /** The field with the time of a row, if rows are ordered or refused by it. */
  readonly timeField?: string;
  /** The problem of a row that is older than the service keeps; absent if rows of any age are kept. */
  readonly tooOld?: Refusal;
  /** The problem of a row with a time in the future; absent if the service accepts it. */
  readonly tooNew?: Refusal;
  /**
   * The user, group or message whose removal also removes a row: `membership`: the group or the user in its key;
   * `conversation`: the group of its conversation; `users`: each user in its key, which are divided by a space;
   * `message`: the message whose muid is the key or at the end of an `attachedKey`; `side`: the user in its key,
   * and the group or other user of the conversation there.
   */
  readonly goesWith: 'nothing' | 'membership' | 'conversation' | 'users' | 'message' | 'side';
  readonly compared: ComparedFields;
  /** Fields of kind json whose members may be separate columns (`metadata.team`). */
  readonly members: readonly string[];
  /** Moves fields that are members of others (`text` is `data.text`) before the schema checks the row. */
  shape?(fields: Record<string, unknown>): Record<string, unknown>;
  /**
   * The data of a valid row with what the API has no field for, where the policies keep that; undefined if they leave the
   * row out.
   */
  kept?(data: D, policies: Policies): Data | undefined;
  /**
   * The handling of a row whose own fields say that it was deleted at the source; undefined for any other row. What
   * else it has does not matter: an export may have emptied it.
   */
  readonly deletion?: Deletion;
  /** The policy that decides what is done with rows; absent if all are written. */
  readonly policy?: 'reactions' | 'pins';
  /** Checks the mapped fields; an issue's message begins with a code of `rowCodes`. */
  schema(): ZodType<D>;
  /** The row's unique key within the app. */
  key(data: D): string;
  refs(data: D): readonly Ref[];
  /** The one form of rows that say the same in several ways; absent if there is only one way. */
  normal?(data: D): Data;
  /** A field of new rows that may be made of one of a row that they refer to, where they lack it. */
  readonly fallback?: Fallback;
  /** False for a deactivated user and for a banned member. */
  isActive?(data: D): boolean;
  /**
   * A row's fields, divided by whether they can change after the row is imported: `content` can, `fixed` cannot. Fields
   * that the service changes itself, such as when a message was read, are in neither.
   */
  parts(data: D): { readonly content: Data; readonly fixed: Data };
  /** Fields that a change can empty. */
  readonly clearable: readonly string[];
  /**
   * The contents that a row may have in the service besides its own, if it does not say all of its rights: one for each value
   * of those that it omits. Absent if its rights have no fixed values.
   */
  unsaid?(content: Data, data: D): readonly Data[];
  /**
   * The steps by which the JSON of both parts is put together from that of a row without nested values. Rows of an
   * entity without it are never written from their bytes.
   */
  readonly partSteps?: { readonly content: readonly PartStep[]; readonly fixed: readonly PartStep[] };
}

/** The rest of an entity whose rows are all in their keys: nothing of them is compared, and nothing can change. */
export const ALL_IN_KEY = {
  compared: { exact: [], times: [], defaults: {}, unseen: [] },
  members: [],
  clearable: [],
  parts: () => ({ content: {}, fixed: {} }),
} as const satisfies Partial<Entity>;

/** The way in which the rows of an entity say that they were deleted at the source. */
type Deletion = {
  /** The key of a row that says so, from its fields before they are checked; undefined if it does not say so legibly. */
  keyOf(fields: Readonly<Record<string, unknown>>): string | undefined;
  /** Such a row without the content that is never passed on. */
  emptied(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>;
};

/** The origin of a field that a row lacks. */
type Fallback = {
  readonly field: string;
  /** The row of this entity whose key is in the field `by`; `plus` is added to its `field`. */
  readonly from: {
    readonly entity: EntityName;
    readonly by: string;
    readonly field: string;
    readonly plus: number;
  };
};

/** A member in the JSON of a part of a row: that of a field, or if the row has none, `otherwise`. */
export type PartStep = {
  readonly field?: string;
  /** The member of the row of which the field is the only member. */
  readonly within?: string;
  readonly otherwise?: string;
};

/** The members of some fields. */
export const steps = (...fields: readonly string[]): PartStep[] => fields.map((field) => ({ field }));

/** The fields that the rows of a source own: a change never sends, compares or empties another one. */
export interface OwnedFields {
  /** True if the source has the field. */
  has(field: string): boolean;
  /**
   * True if a row without a value says that the field is empty: true for a column and for a form of the map. The members of
   * an object may be omitted, so there only a row that had a value before says so.
   */
  declares(field: string): boolean;
  /** True if a member of a field with JSON, such as `metadata`, has come from the source in some row. */
  hasMember(field: string, member: string): boolean;
  /** True if it has a column or a form of its own, such as `metadata.team`. */
  declaresMember(field: string, member: string): boolean;
  /** True if rows may have a field, or a member of one, without a column for it. */
  mayHave(name: string): boolean;
  /** True if a row owns all of its fields, whatever its source has. */
  readonly whole: boolean;
  /** The fields that the last sync run had of the source and that it has not any more. */
  readonly lost: ReadonlySet<string>;
  /** Takes note of the fields and members of a valid row. */
  note(data: Data): void;
}

/** The facts that a request must know about a row that exists in the service. */
export type RemoteRow = {
  /** True if it was deactivated because no source had it, and now one has it again. */
  readonly returns?: boolean;
  /** The fields that differ from what was last written; absent if that is not known. */
  readonly changed?: readonly string[] | undefined;
  /** The data that the service has, if it was read. */
  readonly found?: Data;
  /** False for a deactivated user and for a banned member; undefined if not known. */
  readonly active: boolean | undefined;
  /** Messages: the service's own id. */
  readonly id?: string | undefined;
  /** True if others created it. */
  readonly foreign?: boolean;
  /** True if a change was sent and nobody knows whether it was made: then the row is read before it is changed. */
  readonly inDoubt?: boolean;
  /** True if a process may have ended after it had reactivated a user who is to be deactivated again. */
  readonly halfway?: boolean;
  /** Messages: whether this is the content that was sent last, as far as the ledger knows. */
  readonly isSent?: ((content: Data) => boolean) | undefined;
  /** True if a call that created another row of ours has made this one: then we have created it. */
  readonly made?: boolean;
};

/** The record of a row that an earlier process may have sent. */
export type MaybeSent = {
  /** True if the row was the same then; `isFixedSame`: if its fields that cannot change later were. */
  readonly isSame: boolean;
  readonly isFixedSame: boolean;
  /** True if we had created it and were removing it. */
  readonly wasOurs: boolean;
  /** Messages: whether this is the content that was sent. */
  readonly isSent?: (content: Data) => boolean;
  /** Messages: the service's own id, if known, and where and when the message was sent. */
  readonly id?: string | undefined;
  readonly conversation?: string | undefined;
  readonly sentAt?: number | undefined;
};

/** A message in the service that rows hang on: its own id there, and whether it was there before us. */
export type Host = { readonly id: string; readonly foreign: boolean };

/** A valid row that is being delivered. */
export type Item<D extends Data = Data> = {
  readonly key: string;
  readonly data: D;
  /** `data` as JSON, so that it is serialized only once. */
  readonly json: string;
  /** The fields that a change may touch. */
  readonly owned: OwnedFields;
  /** The row's sequence number in the window. */
  readonly seq: number;
  /** The message that the row hangs on, once it is needed. */
  readonly host?: Host;
  /** Set if the row exists in the service and has to be changed. */
  readonly remote?: RemoteRow;
  /** Set if an earlier process may have sent the row: then "already exists" may mean that we created it. */
  readonly maybeSent?: MaybeSent;
};
