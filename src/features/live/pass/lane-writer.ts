import type { EntityName } from '../../../input/entities/entity.ts';
import type { Outcome } from '../../../input/rows/outcome.ts';
import type { OriginRow } from '../../../origin/origin.ts';

/** A row in the plain columns of its entity. */
export type LiveRow = Readonly<Record<string, unknown>>;

/** Rows by entity, in the order in which they are written. */
export type LiveRows = Readonly<Partial<Record<EntityName, readonly LiveRow[]>>>;

/** Rows that were made of records, and the problems of records that gave none. */
export type ConvertedRows = {
  readonly rows: LiveRows;
  readonly faults: readonly { readonly code: string; readonly message: string; readonly raw: string }[];
};

export type LiveRemoval = { readonly entity: EntityName; readonly key: string };

/** Rows that are written, and what is removed after them. */
export type LaneWork = {
  readonly rows: LiveRows;
  readonly removals: readonly LiveRemoval[];
  /** The way of new messages: sent, which notifies people, or imported. */
  readonly how: 'send' | 'import';
};

/** The outcome of a row or a removal. */
export type LaneOutcome = {
  readonly entity: EntityName;
  /** The key of the row as the ledger has it. */
  readonly key: string;
  readonly outcome: Outcome | { readonly status: 'removed' | 'gone' | 'kept' };
};

/** A member of a group, or a reaction to a message, that the ledger knows. */
export type HeldPart = { readonly key: string; readonly uid: string; readonly reaction?: string };

/** The knowledge of the ledger about a row on the side that is written to. */
export type HeldRow = {
  /** `sent`: nobody knows whether it arrived. */
  readonly origin: 'sent' | 'created' | 'exists' | 'leaving';
  /** The id of a message on that side, if it is known. */
  readonly id: string | undefined;
  /** Messages: when it was sent there, seconds since 1970, if it is known. */
  readonly sentAt?: number | undefined;
  /** True if the row there is the same, as far as the source says. */
  readonly isSame: boolean;
};

/** A user or a group as the side that is written to has it. */
export type RowThere = {
  /** Its fields, as far as that side tells them. */
  readonly row: LiveRow;
  /** True if it has all that people see. */
  readonly isWhole: boolean;
  /** When it was changed last, by the clock of that side: microseconds since 1970, 0 if nothing says it. */
  readonly version: number;
};

/**
 * Writes rows of one direction through the line, over a session, a ledger and a connection that stay open. Calls follow one
 * another.
 */
export interface LaneWriter extends AsyncDisposable {
  /** Makes rows of records, with the policies of the pipeline. */
  convert(records: readonly OriginRow[], signal: AbortSignal): Promise<ConvertedRows>;
  /** A digest of what people see of a row: alike for rows of both sides, whatever else their records have. */
  digestOf(entity: EntityName, row: LiveRow): string;
  /** The key of a row as the ledger has it. */
  keyOf(entity: EntityName, row: LiveRow): string | undefined;
  /** Finds a row in the ledger; undefined if it does not know it. */
  find(entity: EntityName, key: string, row?: LiveRow): HeldRow | undefined;
  /** Asks the side for a user or a group. @throws RunError if it cannot be asked now */
  rowThere(entity: 'users' | 'groups', id: string, signal: AbortSignal): Promise<RowThere | undefined>;
  /** All members of a group, or reactions to a message, that the ledger knows; `owner` is the key of that one in it. */
  partsOf(entity: 'members' | 'reactions', owner: string): readonly HeldPart[];
  /** Keys of the further messages that a long one became, as far as the ledger knows them; none if it is there as one. */
  furtherParts(key: string): readonly string[];
  /** Records that the side has a row already: with `row` that it is so, without it that its content is not known. */
  note(entity: EntityName, key: string, known: { readonly id?: string; readonly row?: LiveRow }): void;
  /** Records that the side has a row no more, as people have removed it there. */
  forget(entity: EntityName, key: string): void;
  /**
   * Writes rows, then removes; each has one outcome when it resolves, also after a kill and a repeated call.
   * @throws RunError if the side cannot be written to now: rows without an outcome are written by the next call
   */
  write(work: LaneWork, signal: AbortSignal): Promise<readonly LaneOutcome[]>;
}
