import type { RowPlace } from '../../../input/rows/row.ts';

/** The parts of a source row that are needed to compare it. */
export type ExpectedRow = RowPlace & {
  /** Its number in the order of the sources, from 1. */
  readonly id: number;
  readonly key: string;
  /** Fingerprint of the values that must be equal; null if the pipeline does not write the row. */
  readonly content: number | null;
  /** The members of its data and metadata, as `membersOf` writes them. */
  readonly members: string | null;
  /**
   * Null if the row is compared with the source. Else it is compared with what was last sent: `content` and `fixed` are
   * then those of the ledger's version.
   */
  readonly fixed: number | null;
  /**
   * Of a row that is compared with the source, and that a stopped run may still have to write: the `content` of what was
   * last sent; null if that does not matter.
   */
  readonly sentContent: number | null;
  /** Of a row that is compared with what was last sent: 1, or 0 for a deactivated user or a banned member; null if unknown. */
  readonly active: number | null;
  /** Its time, epoch seconds; 0 if not known. */
  readonly at: number;
  /** The first two times with rules of their own. */
  readonly time1: number | null;
  readonly time2: number | null;
  /** Position in the sample: a hash of its key, group or conversation. */
  readonly unit: number;
};

/** A row to add to the expected rows. */
export type NewRow = RowPlace & {
  readonly key: string;
  readonly content: number | null;
  /**
   * The members of its data and metadata, as `membersOf` writes them.
   * @default null
   */
  readonly members?: string | null;
  readonly at: number;
  readonly times: readonly (number | undefined)[];
  readonly unit: number;
  /** The group of a member, the conversation of a message. */
  readonly part: string | null;
  /** A banned member, who is not counted as a member. */
  readonly banned?: boolean;
  /** True if the source says that it was deleted there. */
  readonly deleted?: boolean;
  /** A bit for each field with a value that the API cannot carry. */
  readonly lost?: number;
};

/** A row as it was last sent, which no valid row of the sources stands for. */
export type RecordedRow = Pick<NewRow, 'key' | 'at' | 'unit' | 'part' | 'banned'> & {
  readonly version: { readonly content: number; readonly fixed: number };
  readonly active: boolean | undefined;
  /** The service need not have the row, but if it has, it must be as it was sent. */
  readonly optional: boolean;
};

/** A row that the service must have and that was not seen there. */
export type UnseenRow = Pick<ExpectedRow, 'id' | 'key' | 'unit'> & {
  readonly part: string | null;
  /** 1 if the service need not have it. */
  readonly optional: number;
};
