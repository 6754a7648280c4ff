import type { RowSink } from '../../../input/rows/record.ts';
import type { Row } from '../../../input/rows/row.ts';
import { PRIME_A, PRIME_B } from '../../../keys/fingerprint64.ts';
import type { Changes } from '../changes.ts';
import type { RecordBefore } from '../shape/step-shape.ts';
import type { Alignment } from './alignment.ts';
import { NextRecord } from './next-record.ts';
import type { RecordHash } from './record-hash.ts';
import { type RecordHashWriter, shapeOf } from './record-hash-file.ts';

/** The parts that take the records of one file. */
export type RecordSinkDeps = {
  readonly changes: Changes;
  readonly writer: RecordHashWriter;
  readonly alignment: Alignment;
  readonly hash: RecordHash;
  /** Is told of the record of each row that is taken. */
  readonly shape: { record: RecordBefore };
  /** Takes a record with the bytes of the last sync, by its row of the ledger; false if it has to be compared. */
  takeUnchanged(row: number): boolean;
  /** Takes a row that is compared; `ordinal` is the number of its record, -1 if it has none. */
  take(row: Row, ordinal: number): void;
};

/** Takes the records of one file: those with the same bytes as in the last sync are not parsed. */
export function recordSink(deps: RecordSinkDeps): RowSink {
  const { changes, writer, alignment, hash } = deps;
  const { digest } = changes;
  const expected = new NextRecord(alignment, hash);
  let offered = -1;
  let before: RecordBefore = 'new';
  return {
    expected,
    known: (bytes, start, end, innerLines) => {
      const { lo, hi } = expected.hashed(bytes, start, end);
      const shape = shapeOf(end - start, innerLines);
      digest[0] = Math.imul(digest[0] ^ lo, PRIME_A);
      digest[1] = Math.imul(digest[1] ^ hi, PRIME_B);
      const row = alignment.find(lo, hi);
      if (row > 0 && deps.takeUnchanged(row)) {
        writer.add(lo, hi, row, shape);
        changes.unchanged++;
        changes.records++;
        return true;
      }
      before = row > 0 ? 'linked' : alignment.isKnown ? 'unlinked' : 'new';
      writer.add(lo, hi, 0, shape);
      offered = changes.records++;
      return false;
    },
    row: (row) => {
      if (offered < 0) (changes.files.at(-1) as { rowsWithoutRecord: number }).rowsWithoutRecord++;
      deps.shape.record = offered < 0 ? 'new' : before;
      deps.take(row, offered);
      offered = -1;
    },
  };
}
