import type { ExpectedRecord } from './record.ts';
import type { Row } from './row.ts';

/** Chooses rows of a file before they are made of its bytes. */
export interface Selection {
  /** As in a RowSink. */
  readonly expected: ExpectedRecord;
  /** As `known` of a RowSink: true leaves the record out. */
  known(bytes: Uint8Array, start: number, end: number): boolean;
  /** Is given every row that is left, in order; gives it back, perhaps with its number. */
  take(row: Row): Row;
}
