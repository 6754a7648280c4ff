import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  RECORD_WORDS,
  RecordHashReader,
  RecordHashWriter,
} from '../../../../src/features/sync/records/record-hash-file.ts';
import { fileState } from '../../../../src/files/state/file-state.ts';
import { realFiles } from '../../../../src/system/files.ts';

/** Fingerprint, link and shape of a record by a number. */
const wordsOf = (record: number, link: number): number[] => [record, record * 7, link, record & 3];

test('fingerprints are those of the last sync run that had others, whatever is the same in between', async () => {
  await using at = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const state = fileState(at.path, realFiles);
  const path = join(at.path, 'messages.bin');
  const anySync = fc.record({
    /** Records of the last sync before this number are the same; -1: all are. */
    until: fc.integer({ min: -1, max: 30_000 }),
    more: fc.constantFrom(0, 0, 1, 5, 9_000),
    /** True if a record is linked to another row once all are there. */
    relinks: fc.boolean(),
    restarts: fc.boolean(),
    /** False if the last fingerprints are not to be used. */
    isCurrent: fc.constantFrom(true, true, true, false),
  });
  let kept = 0;
  fc.assert(
    fc.property(fc.array(anySync, { minLength: 1, maxLength: 8 }), (syncs) => {
      realFiles.rmSync(path, { force: true });
      let records: number[][] = [];
      for (const [number, { until, more, relinks, restarts, isCurrent }] of syncs.entries()) {
        const next = until < 0 ? [...records] : records.slice(0, until);
        for (let record = 0; record < more; record++)
          next.push(wordsOf(number * 100_000 + record, record + 1));
        using writer = new RecordHashWriter(state, 'messages.bin', isCurrent);
        for (let pass = restarts ? 0 : 1; pass < 2; pass++) {
          writer.restart();
          // The first pass ends early.
          for (const [lo = 0, hi = 0, row = 0, shape = 0] of pass === 0 ? next.slice(0, 3_000) : next)
            writer.add(lo, hi, row, shape);
        }
        if (relinks && next.length > 0) {
          const ordinal = (next.length * number) % next.length;
          const [lo = 0, hi = 0, , shape = 0] = next[ordinal] as number[];
          next[ordinal] = [lo, hi, 4_000_000 + number, shape];
          writer.link(ordinal, 4_000_000 + number);
        }
        const isSame = isCurrent && next.length > 0 && next.flat().join() === records.flat().join();
        if (writer.isUnchanged) kept++;
        // What is linked anew is written, even to the same row.
        if (!relinks) expect(writer.isUnchanged).toBe(isSame);
        if (!writer.isUnchanged) writer.publish(`stamp ${number}`);
        records = next;
        using reader = RecordHashReader.open(state, 'messages.bin', true);
        const words = new Uint32Array(records.length * RECORD_WORDS);
        expect([reader.records, reader.read(words)]).toEqual([records.length, records.length]);
        expect(
          Buffer.compare(Buffer.from(words.buffer), Buffer.from(Uint32Array.from(records.flat()).buffer)),
        ).toBe(0);
      }
    }),
    { numRuns: 40 },
  );
  expect(kept).toBeGreaterThan(5);
});
