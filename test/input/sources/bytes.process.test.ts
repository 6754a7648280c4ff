import { execFileSync } from 'node:child_process';
import { chmod, mkdtempDisposable, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { openBytes, transcoded } from '../../../src/input/sources/bytes/bytes.ts';
import { csv } from '../../../src/input/sources/csv/csv.ts';
import { realFiles } from '../../../src/system/files.ts';
import { rowsIn } from './read-rows.ts';
import { tempFile } from './temp-file.ts';

async function textOf(path: string, from?: number, encoding?: string): Promise<string> {
  const bytes = await openBytes(path, encoding, realFiles);
  const pieces: Buffer[] = [];
  for await (const piece of bytes.read(from ?? bytes.start)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function* oneByOne(bytes: Buffer): AsyncGenerator<Buffer> {
  for (const byte of bytes) yield Buffer.of(byte);
}

const text = 'id,text\n1,Grüße 😀 你好\n';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Parts of a text after which memory is looked at. */
const LOOKS = 20;

describe('openBytes', () => {
  const packings: readonly (readonly [what: string, packed: Buffer])[] = [
    ['plain', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with a mark', iconv.encode(`\ufeff${text}`, 'utf-16le')],
    ['UTF-16BE with a mark', iconv.encode(`\ufeff${text}`, 'utf-16be')],
    ['UTF-32LE with a mark', iconv.encode(`\ufeff${text}`, 'utf-32le')],
    ['gzip', gzipSync(text)],
    ['gzip of two members', Buffer.concat([gzipSync(text.slice(0, 9)), gzipSync(text.slice(9))])],
    ['gzip with zeros after it', Buffer.concat([gzipSync(text), Buffer.alloc(100)])],
    ['zstd', zstdCompressSync(text)],
    [
      'zstd of two frames',
      Buffer.concat([zstdCompressSync(text.slice(0, 9)), zstdCompressSync(text.slice(9))]),
    ],
    ['gzip of UTF-16LE with a mark', gzipSync(iconv.encode(`\ufeff${text}`, 'utf-16le'))],
  ];

  test.each(packings)('reads %s from the start and from any byte', async (_what, packed) => {
    // The first bytes decide, not the name.
    await using file = await tempFile('a.csv', packed);
    expect(await textOf(file.path)).toBe(text);
    const { start } = await openBytes(file.path, undefined, realFiles);
    expect(await textOf(file.path, start + 10)).toBe(text.slice(10));
  });

  test.each(['windows-1252', 'latin1', 'shift_jis', 'utf-16le', 'UTF-16BE', 'utf-8', 'koi8-r'])(
    'reads the declared encoding %s',
    async (encoding) => {
      const sample = { shift_jis: 'ひらがな', 'koi8-r': 'Привет', latin1: 'Grüße' }[encoding] ?? '“Grüße” €';
      await using file = await tempFile('a.csv', iconv.encode(sample, encoding));
      expect(await textOf(file.path, 0, encoding)).toBe(sample);
    },
  );

  test('reads byte 80 of windows-1252 as the euro sign', async () => {
    await using file = await tempFile('a.csv', Buffer.of(0x80));
    expect(await textOf(file.path, 0, 'windows-1252')).toBe('€');
  });

  test('converts UTF-16 to UTF-8 in pieces of any size, and unpaired surrogates to an invalid byte', async () => {
    const units = fc.array(fc.constantFrom('a', 'é', '你', '😀', '\ud83d', '\ude00'), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(units, fc.boolean(), async (parts, bigEndian) => {
        const whole = parts.join('');
        const bytes = Buffer.from(whole, 'utf16le');
        const given = bigEndian ? bytes.swap16() : bytes;
        const pieces: Buffer[] = [];
        for await (const piece of transcoded(oneByOne(given), bigEndian ? 'utf-16be' : 'utf-16le')) {
          pieces.push(piece);
        }
        const expected = Array.from(whole, (char) =>
          char.isWellFormed() ? Buffer.from(char) : Buffer.of(0xff),
        );
        expect(Buffer.concat(pieces)).toEqual(Buffer.concat(expected));
      }),
    );
  });

  test('refuses a row whose bytes the declared encoding does not define', async () => {
    const content = Buffer.from('id\nca\x81fe\ncaf\xe9\n', 'latin1');
    const rows = await rowsIn(csv, 'a.csv', content, { encoding: 'windows-1252' });
    expect(rows.map((row) => row.fault?.code ?? row.values)).toEqual(['ROW.ENCODING_INVALID', ['café']]);
    expect(rows[0]?.fault?.message).toBe(
      'the row contains bytes that windows-1252 does not define, at byte 5',
    );
  });

  test('half a character of UTF-16 at the end of a file gives a bad row', async () => {
    const content = Buffer.concat([iconv.encode('\ufeffid\n1\n2', 'utf-16le'), Buffer.of(0x41)]);
    const rows = await rowsIn(csv, 'a.csv', content);
    expect(rows.map((row) => row.fault?.code ?? row.values)).toEqual([['1'], 'ROW.ENCODING_INVALID']);
  });

  test('refuses an unknown encoding, and UTF-16 without a mark or a declaration', async () => {
    await using file = await tempFile('a.csv', text);
    await expect(openBytes(file.path, 'klingon', realFiles)).rejects.toMatchObject({
      code: 'SOURCE.ENCODING_UNKNOWN',
    });
    await using unmarked = await tempFile('b.csv', iconv.encode(text, 'utf-16be'));
    await expect(openBytes(unmarked.path, undefined, realFiles)).rejects.toMatchObject({
      code: 'SOURCE.ENCODING_UNKNOWN',
      hint: expect.stringContaining('utf-16be'),
    });
    expect(await textOf(unmarked.path, 0, 'utf-16be')).toBe(text);
  });

  test('refuses a missing file, a directory, a pipe, a device and a circle of links', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const at = (name: string) => join(folder.path, name);
    await expect(openBytes(at('none'), undefined, realFiles)).rejects.toMatchObject({
      code: 'SOURCE.MISSING',
    });
    await expect(openBytes(folder.path, undefined, realFiles)).rejects.toMatchObject({
      code: 'SOURCE.UNREADABLE',
      message: expect.stringContaining('a directory'),
    });
    if (process.platform === 'win32') return;
    await symlink(at('circle'), at('circle'));
    await expect(openBytes(at('circle'), undefined, realFiles)).rejects.toMatchObject({
      code: 'SOURCE.UNREADABLE',
    });
    execFileSync('mkfifo', [at('pipe')]);
    for (const path of [at('pipe'), '/dev/zero']) {
      await expect(openBytes(path, undefined, realFiles)).rejects.toMatchObject({
        code: 'SOURCE.UNREADABLE',
      });
    }
  });

  test.skipIf(process.getuid?.() === 0)('says that a file may not be read (skipped for root)', async () => {
    await using file = await tempFile('a.csv', text);
    await chmod(file.path, 0);
    await expect(openBytes(file.path, undefined, realFiles)).rejects.toMatchObject({
      code: 'SOURCE.UNREADABLE',
      message: expect.stringContaining('permission denied'),
    });
  });

  test.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('holds little of what a small %s file unpacks to', async (_what, pack) => {
    const size = 300_000_000;
    const text = Buffer.alloc(size, 'x');
    // So that it is not so small that it is refused.
    for (let at = 0; at < size; at += 1_000) text.write(`${(at * 2_654_435_761) % 4_294_967_296}`, at);
    await using file = await tempFile('a.csv', pack(text));
    const bytes = await openBytes(file.path, undefined, realFiles);
    // Pieces that were read stay until they are collected: what is held is what is there after that.
    const held = (): number => {
      collect();
      return process.memoryUsage().rss;
    };
    const before = held();
    let [peak, total, looks] = [before, 0, 0];
    for await (const piece of bytes.read(0)) {
      total += piece.length;
      if (total / size < looks / LOOKS) continue;
      peak = Math.max(peak, held());
      looks++;
    }
    expect(total).toBe(size);
    expect(looks).toBeGreaterThanOrEqual(LOOKS);
    expect(peak - before).toBeLessThan(100_000_000);
  });

  test.each([
    ['gzip', gzipSync],
    ['zstd', zstdCompressSync],
  ])('ends where a small %s file unpacks to too much', async (_what, pack) => {
    await using file = await tempFile('a.csv', pack(Buffer.alloc(300_000_000, 'x')));
    const bytes = await openBytes(file.path, undefined, realFiles);
    let total = 0;
    const reading = async (): Promise<void> => {
      for await (const piece of bytes.read(0)) total += piece.length;
    };
    await expect(reading()).rejects.toMatchObject({ code: 'SOURCE.ARCHIVE_UNSAFE' });
    expect(total).toBeGreaterThan(99_000_000);
    expect(total).toBeLessThan(150_000_000);
  });

  test('refuses an empty archive, a damaged one, and one cut in its first bytes', async () => {
    await using nothing = await tempFile('a.gz', gzipSync(''));
    await expect(openBytes(nothing.path, undefined, realFiles)).rejects.toMatchObject({
      code: 'SOURCE.EMPTY',
    });
    const damaged = gzipSync(text);
    damaged[12] = (damaged[12] ?? 0) ^ 0xff;
    for (const bytes of [damaged, gzipSync(text).subarray(0, 8), zstdCompressSync(text).subarray(0, 5)]) {
      await using file = await tempFile('a.gz', bytes);
      await expect(textOf(file.path)).rejects.toMatchObject({ code: 'SOURCE.TRUNCATED' });
    }
  });
});
