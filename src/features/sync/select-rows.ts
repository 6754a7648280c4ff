import type { Step } from '../../delivery/plan.ts';
import type { Cursor, Row } from '../../input/rows/row.ts';
import type { Reading, Source } from '../../input/sources/source.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Changes } from './changes.ts';
import { Alignment, NextRecord } from './records/alignment.ts';
import { RecordHash, recordMeaning } from './records/record-hash.ts';
import type { RecordHashWriter } from './records/record-hash-file.ts';

/** The part of a step's comparison that says which rows are selected. */
export type SelectionSource = {
  readonly step: Step;
  readonly changes: Changes;
  /** Has the fingerprints of all records of the step. */
  readonly writer: RecordHashWriter;
};

/** The sources of a step, reduced to the rows that the comparison selected; they can be read once, from the beginning. */
export function selectRows({ step, changes, writer }: SelectionSource, ledger: Ledger): Source[] {
  const { selected, files, records } = changes;
  return step.sources.map((source, file) => {
    const { first = 0, rowsWithoutRecord = 0 } = files[file] ?? {};
    const end = files[file + 1]?.first ?? records;
    const isUnchanged =
      rowsWithoutRecord === 0 && !anyBetween(first, end, (ordinal) => selected.has(ordinal));
    return {
      ...source,
      async *read<T = Row>(from: Cursor | undefined, signal: AbortSignal, reading?: Reading<T>) {
        if (isUnchanged) return;
        using reader = writer.reader();
        // The same files are read again, so every record is at its expected place.
        const alignment = new Alignment(reader, first);
        const hash = new RecordHash(ledger.secret, recordMeaning(step, file));
        const expected = new NextRecord(alignment, hash);
        let next = first;
        let offered = -1;
        yield* source.read<T>(from, signal, {
          expected,
          known(bytes, start, end) {
            const { lo, hi } = expected.hashed(bytes, start, end);
            alignment.find(lo, hi);
            const ordinal = next++;
            if (!selected.has(ordinal)) return true;
            offered = ordinal;
            return false;
          },
          row(row) {
            const ordinal = offered;
            offered = -1;
            const selectedRow = ordinal < 0 ? row : { ...row, ordinal };
            return reading ? reading.row(selectedRow) : (selectedRow as T);
          },
        });
      },
    };
  });
}

function anyBetween(first: number, end: number, matches: (number: number) => boolean): boolean {
  for (let number = first; number < end; number++) if (matches(number)) return true;
  return false;
}
