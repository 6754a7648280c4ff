import type { ZodType } from 'zod';

export const entityNames = ['users', 'groups', 'members', 'messages'] as const;
export type EntityName = (typeof entityNames)[number];

/** A table with an entry for every entity. */
export const entityRecord = <T>(entryOf: (name: EntityName) => T): Record<EntityName, T> =>
  Object.fromEntries(entityNames.map((name) => [name, entryOf(name)])) as Record<EntityName, T>;

/** A row's own data once valid; times are epoch seconds. */
export type Data = Readonly<Record<string, unknown>>;

/** A reference to a row of an earlier entity. */
export type Ref = { readonly entity: 'users' | 'groups'; readonly key: string; readonly field: string };

/**
 * How a cell becomes a value: `id` is a string (an integer within 2^53 is taken as its digits), `time` becomes epoch
 * seconds, `json` and `tags` are parsed where they are text.
 */
export type FieldKind = 'text' | 'id' | 'time' | 'json' | 'tags' | 'boolean';

/** What users, groups, members and messages are. */
export interface Entity<D extends Data = Data> {
  readonly name: EntityName;
  /** Entities that must be done before this one starts. */
  readonly after: readonly EntityName[];
  /** The known fields and how their cells are read, in the order they are documented. */
  readonly fields: Readonly<Record<string, FieldKind>>;
  /** Fields of kind json whose members may stand in columns of their own (`metadata.team`). */
  readonly members: readonly string[];
  /** Moves columns that stand for members of others (`text` is `data.text`) before the schema sees the row. */
  shape?(fields: Record<string, unknown>): Record<string, unknown>;
  /** Takes the mapped fields; an issue's message is a code of `rowCodes`. */
  readonly schema: ZodType<D>;
  /** Unique within the app; what the service refuses to take twice. */
  key(data: D): string;
  refs(data: D): readonly Ref[];
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
