import type { Step } from '../../delivery/plan.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { Alignment } from './alignment.ts';
import type { Changes } from './changes.ts';
import { NextRecord } from './next-record.ts';
import { meaningOf, RecordHash } from './record-hash.ts';
import type { RecordHashWriter } from './record-hash-file.ts';

/** The comparison of a step, as far as it says which rows are chosen and where the others stand. */
export type SelectionSource = {
  readonly step: Step;
  readonly changes: Changes;
  /** With the fingerprints of all records of the step. */
  readonly writer: RecordHashWriter;
};

/** The sources of a step that give only the rows which a comparison has selected; to be read once, from the beginning. */
export function selectRows({ step, changes, writer }: SelectionSource, ledger: Ledger): Source[] {
  const { selected, files, records } = changes;
  return step.sources.map((source, file) => {
    const { first = 0, strays = 0 } = files[file] ?? {};
    const end = files[file + 1]?.first ?? records;
    const isIdle = strays === 0 && !anyBetween(first, end, (ordinal) => selected.has(ordinal));
    return {
      ...source,
      async *read(from, signal) {
        if (isIdle) return;
        using reader = writer.reader();
        // The same files are read once more, so every record stands where it is expected.
        const alignment = new Alignment(reader, first);
        const hash = new RecordHash(ledger.secret, meaningOf(step, file));
        const expected = new NextRecord(alignment, hash);
        let next = first;
        let offered = -1;
        yield* source.read(from, signal, {
          expected,
          known(bytes, start, end) {
            const { lo, hi } = expected.hashed(bytes, start, end);
            alignment.find(lo, hi);
            const ordinal = next++;
            if (!selected.has(ordinal)) return true;
            offered = ordinal;
            return false;
          },
          take(row) {
            const ordinal = offered;
            offered = -1;
            return ordinal < 0 ? row : { ...row, ordinal };
          },
        });
      },
    };
  });
}

function anyBetween(first: number, end: number, holds: (number: number) => boolean): boolean {
  for (let number = first; number < end; number++) if (holds(number)) return true;
  return false;
}
