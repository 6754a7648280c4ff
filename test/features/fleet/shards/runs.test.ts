import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RowRun, RunTable, RunWriter } from '../../../../src/features/fleet/shards/index/runs.ts';
import { BufferedFile } from '../../../../src/files/buffered-file.ts';
import { fileState } from '../../../../src/files/state/file-state.ts';
import { realFiles } from '../../../../src/system/files.ts';

/** Gaps and sizes of runs; bytes beyond 2^32, because files are larger. */
const sizes = fc.array(
  fc.record({
    gapRows: fc.nat(200),
    rows: fc.integer({ min: 1, max: 50 }),
    gapLines: fc.nat(500),
    moreLines: fc.nat(5),
    gapBytes: fc.nat(2 ** 40),
    bytes: fc.integer({ min: 1, max: 2 ** 34 }),
  }),
  { maxLength: 3_000, size: 'max' },
);

function runsOf(
  all: readonly Record<'gapRows' | 'rows' | 'gapLines' | 'moreLines' | 'gapBytes' | 'bytes', number>[],
): RowRun[] {
  let [row, line, byte] = [1, 1, 0];
  return all.map(({ gapRows, rows, gapLines, moreLines, gapBytes, bytes }) => {
    const run = {
      row: row + gapRows,
      rows,
      line: line + gapLines,
      lines: rows + moreLines,
      byte: byte + gapBytes,
      bytes,
    };
    row = run.row + rows;
    line = run.line + run.lines;
    byte = run.byte + bytes;
    return run;
  });
}

test('the runs of two files are read as they were written, and each row and line is found', () => {
  fc.assert(
    fc.property(sizes, sizes, (...sections) => {
      const folder = mkdtempSync(join(tmpdir(), 'chatferry-runs-'));
      try {
        using file = new BufferedFile(join(folder, 'own.runs'), realFiles, 1 << 16);
        const writer = new RunWriter(file);
        const written = sections.map((each) => {
          const runs = runsOf(each);
          for (const run of runs) writer.add(run);
          return { runs, section: writer.endSection() };
        });
        file.sync();
        using kept = fileState(folder, realFiles).read('own.runs');
        for (const { runs, section } of written) {
          const table = new RunTable(kept as NonNullable<typeof kept>, section);
          const read = [...table];
          expect(read.map(({ ownRow: _, ownLine: __, ownByte: ___, ...run }) => run)).toEqual(runs);
          expect(section.rows).toBe(runs.reduce((sum, { rows }) => sum + rows, 0));
          for (const run of read.filter((_, at) => at % 97 === 0)) {
            expect([table.has(run.row - 1), table.has(run.row), table.has(run.row + run.rows - 1)]).toEqual([
              runs.some(({ row, rows }) => run.row - 1 >= row && run.row - 1 < row + rows),
              true,
              true,
            ]);
            expect(table.runAt(run.ownLine + 1)).toEqual(run);
            expect(table.runAt(run.ownLine + run.lines)).toEqual(run);
          }
          expect(table.has((runs.at(-1)?.row ?? 0) + 51)).toBe(false);
        }
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: 30 },
  );
});
