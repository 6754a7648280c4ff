import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Row, Values } from '../../src/input/rows/row.ts';
import type { RowParser } from '../../src/input/sources/row-parser.ts';
import { CHUNK_ROWS_MAX, ROW_BYTES_MAX, type SourceFormat } from '../../src/input/sources/source.ts';
import { realFiles } from '../../src/system/files.ts';
import { rowsIn, rowsInPieces, rowsOf } from '../input/sources/read-rows.ts';
import { tempFile } from '../input/sources/temp-file.ts';

/** What the suite must know of a format. */
export type SourceSubject = {
  /** Where the format has more than one form. */
  readonly name?: string;
  readonly format: SourceFormat;
  /** Pieces of which a random file is put together: good rows, faults, line ends, blanks. */
  readonly pieces: readonly (string | Uint8Array)[];
  /** What stands before the first row. */
  readonly header: string;
  /** What stands after the last row of a whole file. */
  readonly footer?: string;
  /** What may stand between rows and belong to none; blanks where absent. */
  readonly between?: RegExp;
  /** A good row with its line end, the number in its values. */
  good(number: number): string;
  /** The format's parser for the bytes from a place on. */
  parser(from: Pick<Row, 'byte' | 'line' | 'row'>): RowParser;
};

/** What every source must do, whatever its format. */
export function sourceConformance(subject: SourceSubject): void {
  const { format } = subject;
  const { footer = '', between = /^\s*$/ } = subject;
  const name = `rows${format.endings[0]}`;
  const start = { byte: Buffer.byteLength(subject.header), line: subject.header === '' ? 1 : 2, row: 0 };
  const files = fc
    .array(fc.constantFrom(...subject.pieces), { maxLength: 30 })
    .map((pieces) => Buffer.concat(pieces.map((piece) => Buffer.from(piece))));
  const goodFile = (rows: number) =>
    subject.header + Array.from({ length: rows }, (_, index) => subject.good(index)).join('') + footer;

  describe(`${subject.name ?? format.name} as a source`, () => {
    test('gives the same rows however the bytes are cut', () => {
      const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
      fc.assert(
        fc.property(files, sizes, (body, cut) => {
          const whole = rowsInPieces(subject.parser(start), body, []);
          expect(rowsInPieces(subject.parser(start), body, cut)).toEqual(whole);
        }),
        { numRuns: 1_000 },
      );
    });

    test('goes on after any row as if it had never stopped', () => {
      fc.assert(
        fc.property(files, (body) => {
          const whole = rowsInPieces(subject.parser(start), body, []);
          for (const [index, row] of whole.entries()) {
            const from = { byte: row.endByte, line: row.endLine, row: row.row };
            const rest = body.subarray(row.endByte - start.byte);
            expect(rowsInPieces(subject.parser(from), rest, [])).toEqual(whole.slice(index + 1));
          }
        }),
        { numRuns: 500 },
      );
    });

    test('names the place of every row, and leaves out only blank lines', () => {
      fc.assert(
        fc.property(files, (body) => {
          const file = Buffer.concat([Buffer.from(subject.header), body]);
          let before = start.byte;
          for (const [index, row] of rowsInPieces(subject.parser(start), body, []).entries()) {
            expect(row.row).toBe(index + 1);
            expect(row.line).toBe(1 + linesIn(file.subarray(0, row.byte)));
            expect(row.endLine).toBe(1 + linesIn(file.subarray(0, row.endByte)));
            expect(file.toString('latin1', before, row.byte)).toMatch(between);
            before = row.endByte;
          }
          expect(file.toString('latin1', before)).toMatch(between);
        }),
        { numRuns: 1_000 },
      );
    });

    test('reads a row again from its own bytes', () => {
      fc.assert(
        fc.property(files, (body) => {
          for (const row of rowsInPieces(subject.parser(start), body, [])) {
            if (row.fault !== undefined) continue;
            const bytes = body.subarray(row.byte - start.byte, row.endByte - start.byte);
            const again = rowsInPieces(subject.parser({ byte: row.byte, line: row.line, row: 0 }), bytes, []);
            expect(again.map((each): Values => each.values)).toEqual([row.values]);
          }
        }),
        { numRuns: 500 },
      );
    });

    test.each(['', '.gz', '.zst'])('resumes in a file, compressed as "%s"', async (suffix) => {
      const text = goodFile(2_000);
      const pack = { '': Buffer.from, '.gz': gzipSync, '.zst': zstdCompressSync }[suffix] ?? Buffer.from;
      await using file = await tempFile(name + suffix, pack(Buffer.from(text)));
      const source = await format.open(file.path, 3, { files: realFiles });
      const whole = await rowsOf(source);
      expect(whole.length).toBe(2_000);
      for (const index of [0, 777, 1_999]) {
        const { endByte: byte, endLine: line, row } = whole[index] as Row;
        expect(await rowsOf(source, { file: 3, byte, line, row })).toEqual(whole.slice(index + 1));
      }
    });

    test('gives chunks of a bounded number of rows, each with the index of its file', async () => {
      await using file = await tempFile(name, goodFile(5_000));
      const source = await format.open(file.path, 7, { files: realFiles });
      let rows = 0;
      for await (const chunk of source.read(undefined, new AbortController().signal)) {
        expect(chunk.length).toBeGreaterThan(0);
        expect(chunk.length).toBeLessThanOrEqual(CHUNK_ROWS_MAX);
        expect(chunk.every((row) => row.file === 7)).toBe(true);
        rows += chunk.length;
      }
      expect(rows).toBe(5_000);
    });

    test('stops with the reason of an abort, at once and between two chunks', async () => {
      await using file = await tempFile(name, goodFile(5_000));
      const source = await format.open(file.path, 0, { files: realFiles });
      const reason = new Error('enough');
      const before = source.read(undefined, AbortSignal.abort(reason))[Symbol.asyncIterator]();
      await expect(before.next()).rejects.toBe(reason);
      const controller = new AbortController();
      const rows = source.read(undefined, controller.signal)[Symbol.asyncIterator]();
      await rows.next();
      controller.abort(reason);
      await expect(rows.next()).rejects.toBe(reason);
    });

    test.runIf(process.platform === 'linux')(
      'closes its file when the reader stops early (only on Linux)',
      async () => {
        await using file = await tempFile(name, goodFile(5_000));
        const source = await format.open(file.path, 0, { files: realFiles });
        const before = await readdir('/proc/self/fd');
        for (let turn = 0; turn < 20; turn += 1) {
          for await (const _ of source.read(undefined, new AbortController().signal)) break;
        }
        expect((await readdir('/proc/self/fd')).length).toBeLessThanOrEqual(before.length + 2);
      },
    );

    test('gives the rows before the break of a truncated archive, then SOURCE.TRUNCATED', async () => {
      const text = Array.from({ length: 20_000 }, (_, index) => subject.good((index * 7_919) % 20_011)).join(
        '',
      );
      for (const pack of [gzipSync, zstdCompressSync]) {
        const packed = pack(Buffer.from(subject.header + text));
        await using file = await tempFile(name, packed.subarray(0, packed.length - 1_000));
        const source = await format.open(file.path, 0, { files: realFiles });
        const rows: Row[] = [];
        const reading = (async () => {
          for await (const chunk of source.read(undefined, new AbortController().signal)) rows.push(...chunk);
        })();
        await expect(reading).rejects.toMatchObject({ code: 'SOURCE.TRUNCATED' });
        expect(rows.length).toBeGreaterThan(1_000);
        expect(rows.length).toBeLessThan(20_000);
        expect(rows.every((row) => row.fault === undefined)).toBe(true);
      }
    });

    test('refuses an empty file, and one that holds only a byte order mark', async () => {
      await expect(rowsIn(format, name, '')).rejects.toMatchObject({ code: 'SOURCE.EMPTY' });
      await expect(rowsIn(format, name, '\ufeff')).rejects.toMatchObject({ code: 'SOURCE.EMPTY' });
    });

    test('refuses a row over the limit where it begins, and reads on after it', async () => {
      for (const over of [-1, 0, 1, 2, 3, 200_000]) {
        const long = Buffer.alloc(ROW_BYTES_MAX + over, 'x').toString();
        for (const lineEnd of ['\n', '\r\n', '\r']) {
          const content = subject.header + subject.good(1) + long + lineEnd + subject.good(2) + footer;
          const rows = await rowsIn(format, name, content);
          expect(rows.map((row) => row.line)).toEqual([start.line, start.line + 1, start.line + 2]);
          expect(rows[1]?.byte).toBe(start.byte + subject.good(1).length);
          expect(content.slice(rows[1]?.endByte, rows[2]?.byte)).toMatch(between);
          expect(rows[1]?.fault?.code === 'ROW.TOO_LARGE').toBe(over > 0);
          expect(rows.map((row) => row.fault === undefined)).toEqual([true, false, true]);
        }
      }
    });

    test('keeps its memory flat over 300 MB without a line end', async () => {
      await using file = await tempFile(name, '');
      const megabytes = 300;
      const out = createWriteStream(file.path);
      out.write(subject.header + subject.good(1));
      const megabyte = Buffer.alloc(1_000_000, 'x');
      for (let count = 0; count < megabytes; count += 1) {
        if (!out.write(megabyte)) await once(out, 'drain');
      }
      out.end(`\n${subject.good(2)}${footer}`);
      await once(out, 'close');
      const before = process.memoryUsage().rss;
      let peak = before;
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage().rss);
      }, 5);
      const rows = await rowsOf(await format.open(file.path, 0, { files: realFiles }));
      clearInterval(watch);
      expect(rows.map((row) => row.fault?.code)).toEqual([undefined, 'ROW.TOO_LARGE', undefined]);
      expect(rows[1]).toMatchObject({
        line: start.line + 1,
        byte: start.byte + subject.good(1).length,
        endByte: expect.any(Number),
      });
      const longEnds = start.byte + subject.good(1).length + megabytes * 1_000_000;
      expect((rows[1]?.endByte ?? 0) - longEnds).toBeOneOf([0, 1]);
      expect(peak - before).toBeLessThan(100_000_000);
    });
  });
}

function linesIn(bytes: Buffer): number {
  return (bytes.toString('latin1').match(/\r\n|\n|\r/g) ?? []).length;
}
