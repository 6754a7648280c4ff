import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SeenEntries } from '../../../../src/features/sync/seen-entries.ts';

/** Marks of rows in one byte each, as they were kept before. */
class PlainEntries {
  readonly files: number[];
  constructor(lastRow: number) {
    this.files = Array.from({ length: lastRow }, () => 0);
  }
  add(row: number, file: number): void {
    if (row <= this.files.length) this.files[row - 1] = Math.min(file, 253) + 1;
  }
  addUnread(row: number): void {
    if (this.files[row - 1] === 0) this.files[row - 1] = 255;
  }
}

test('rows are known in any order, file by file, and so are the gaps between them', () => {
  const anyAct = fc.record({
    first: fc.integer({ min: 1, max: 200_100 }),
    rows: fc.constantFrom(1, 2, 70, 65_536, 140_000),
    /** -1: in no usable version. */
    file: fc.constantFrom(0, 0, 1, 252, 253, 400, -1),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200_000 }), fc.array(anyAct, { maxLength: 12 }), (last, acts) => {
      const [seen, plain] = [new SeenEntries(last), new PlainEntries(last)];
      for (const { first, rows, file } of acts)
        for (let row = first; row < first + rows; row++)
          for (const each of [seen, plain]) file < 0 ? each.addUnread(row) : each.add(row, file);
      expect(seen.size).toBe(plain.files.filter((mark) => mark !== 0).length);
      let differing = 0;
      for (const [index, mark] of plain.files.entries())
        if (seen.file(index + 1) !== (mark === 255 ? -1 : mark - 1) || seen.has(index + 1) !== mark > 0)
          differing++;
      expect(differing).toBe(0);
      const gaps = [...seen.gaps()];
      const unseen = new Set(
        gaps.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at)),
      );
      expect(unseen.size).toBe(last - seen.size);
      expect(plain.files.every((mark, index) => (mark === 0) === unseen.has(index + 1))).toBe(true);
      // Each gap is as long as it can be.
      for (const [at, [from]] of gaps.entries())
        if (at > 0) expect(from).toBeGreaterThan((gaps[at - 1]?.[1] ?? 0) + 1);
      expect([seen.has(last + 1), seen.file(last + 1)]).toEqual([true, -1]);
    }),
    { numRuns: 25 },
  );
});
