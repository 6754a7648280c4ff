import type { ZodType } from 'zod';
import type { RowCode } from '../../errors/row-codes.ts';

export const entityNames = ['users', 'groups', 'members', 'messages'] as const;
export type EntityName = (typeof entityNames)[number];

/** A table with an entry for every entity. */
export const entityRecord = <T>(entryOf: (name: EntityName) => T): Record<EntityName, T> =>
  Object.fromEntries(entityNames.map((name) => [name, entryOf(name)])) as Record<EntityName, T>;

/** A row's own data once valid; times are epoch seconds. */
export type Data = Readonly<Record<string, unknown>>;

/** The entities that rows of others refer to: their keys are kept while a run lasts. */
export const referredNames = ['users', 'groups'] as const satisfies readonly EntityName[];
export type ReferredName = (typeof referredNames)[number];

/** Whether rows of other entities name rows of this one. */
export const isReferredTo = (name: EntityName): name is ReferredName =>
  (referredNames as readonly EntityName[]).includes(name);

/** A reference to a row of an earlier entity. */
export type Ref = { readonly entity: ReferredName; readonly key: string; readonly field: string };

/**
 * How a cell becomes a value: `id` is a string (an integer within 2^53 is taken as its digits), `time` becomes epoch
 * seconds, `json` and `tags` are parsed where they are text.
 */
export type FieldKind = 'text' | 'id' | 'time' | 'json' | 'tags' | 'boolean';

/**
 * How the service's time is compared with that of a row. `given`: equal where the source names it, else the service has set
 * it. `notEarlier`: it moves by itself after the import, so the service may be later, but neither earlier nor without.
 */
export type TimeRule = { readonly field: string; readonly rule: 'given' | 'notEarlier' };

/** What of a row is compared with what the service shows of it. */
type ComparedFields = {
  /** Fields that must say the same. */
  readonly exact: readonly string[];
  /** Times with rules of their own. */
  readonly times: readonly TimeRule[];
  /** What the service fills in where nothing was given. */
  readonly defaults: Data;
  /** Fields that are carried and that no call of the service shows. */
  readonly unseen: readonly string[];
};

/** Why a row is refused, in the words of a problem. */
type Refusal = { readonly code: RowCode; readonly message: string };

/** What users, groups, members and messages are. Others ask an entity what it can, not what it is called. */
export interface Entity<D extends Data = Data> {
  readonly name: EntityName;
  /** One row, in messages to people; several are called by the name. */
  readonly noun: string;
  /** Entities that must be done before this one starts. */
  readonly after: readonly EntityName[];
  /** The known fields and how their cells are read, in the order they are documented. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Fields that a row cannot be without. */
  readonly required: readonly string[];
  /** The fields that the key is made of, in its order; a key that stands twice is a problem of the last one. */
  readonly keyFields: readonly [string, ...string[]];
  /** How keys are told apart: the service lower-cases ids, and leaves other keys as they are written. */
  readonly keyCase: 'lower' | 'written';
  /** The field that says when a row came to be, where rows are ordered or refused by it. */
  readonly timeField?: string;
  /** Said of a row that is older than what the service keeps; absent where rows of any age are kept. */
  readonly tooOld?: Refusal;
  /** Said of a row with a time to come; absent where the service takes it. */
  readonly tooNew?: Refusal;
  /** What takes a row with it when it leaves: the group and the user that its key names, or the group of its conversation. */
  readonly goesWith: 'nothing' | 'membership' | 'conversation';
  /** What of a row is compared with what the service shows of it. */
  readonly compared: ComparedFields;
  /** Fields of kind json whose members may stand in columns of their own (`metadata.team`). */
  readonly members: readonly string[];
  /** Moves columns that stand for members of others (`text` is `data.text`) before the schema sees the row. */
  shape?(fields: Record<string, unknown>): Record<string, unknown>;
  /** Takes the mapped fields; an issue's message is a code of `rowCodes`. */
  readonly schema: ZodType<D>;
  /** Unique within the app; what the service refuses to take twice. */
  key(data: D): string;
  refs(data: D): readonly Ref[];
  /** False for a row that the service has and does not use: a user that is deactivated, a member that is banned. */
  isActive?(data: D): boolean;
  /**
   * A row's fields by what can become of them once it has landed: `content` can be changed, `fixed` cannot. Fields that
   * move by themselves, such as when a message was read, are in neither.
   */
  parts(data: D): { readonly content: Data; readonly fixed: Data };
}

/** A row that the service holds, as far as a request must know it. */
export type RemoteRow = {
  /** False for a user that is deactivated, and for a member that is banned; undefined where it is not known. */
  readonly active: boolean | undefined;
  /** Messages: the service's own id. */
  readonly id?: string;
  /** True where it was there before us. */
  readonly foreign?: boolean;
};

/** What is noted of a row that an earlier process may have sent. */
export type MaybeSent = {
  /** Whether it said then what it says now, and whether it did so of what cannot be changed later. */
  readonly isSame: boolean;
  readonly isFixedSame: boolean;
  /** True where we had created it, and were taking it away. */
  readonly wasOurs: boolean;
  /** Messages: the service's own id, as far as it was told, and where it was sent to. */
  readonly id?: string;
  readonly conversation?: string;
  readonly sentAt?: number;
};

/** A valid row on its way. */
export type Item<D extends Data = Data> = {
  readonly key: string;
  readonly data: D;
  /** `data` as JSON, written once. */
  readonly json: string;
  /** The row's number in the window. */
  readonly seq: number;
  /** Set where the service holds the row and it has to be changed. */
  readonly remote?: RemoteRow;
  /** Set where an earlier process may have sent the row, so that "already exists" means ours. */
  readonly maybeSent?: MaybeSent;
};
