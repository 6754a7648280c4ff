import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openBytes } from '../../../../src/input/sources/bytes/bytes.ts';
import { csv } from '../../../../src/input/sources/csv/csv.ts';
import { realFiles } from '../../../../src/system/files.ts';
import { rowsIn } from '../read-rows.ts';
import { tempFile } from '../temp-file.ts';
import { zipOf } from './zip-file.ts';

const bytes = (hex: string): Buffer =>
  Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.alloc(600)]);
const tar = Buffer.concat([Buffer.alloc(257, 'x'), Buffer.from('ustar\0'), Buffer.alloc(300)]);

async function refused(name: string, content: Buffer): Promise<{ message: string; hint: string }> {
  await using file = await tempFile(name, content);
  try {
    await openBytes(file.path, undefined, realFiles);
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint: string };
    expect(code).toBe('SOURCE.FORMAT_UNKNOWN');
    return { message: message.replaceAll(file.path, name), hint: hint.replaceAll(file.path, name) };
  }
  throw new Error('it is read');
}

describe('a file that is no text is named as what it is, with what to type', () => {
  test.each<[string, Buffer, string, string]>([
    ['a.csv.xz', bytes('fd 37 7a 58 5a 00'), 'a file compressed with xz', 'xz -dk a.csv.xz'],
    [
      'a.csv.bz2',
      Buffer.concat([Buffer.from('BZh91AY&SY'), Buffer.alloc(9)]),
      'bzip2',
      'bzip2 -dk a.csv.bz2',
    ],
    ['a.7z', bytes('37 7a bc af 27 1c'), 'a 7z archive', '7z x a.7z'],
    ['a.rar', bytes('52 61 72 21 1a 07 01 00'), 'a rar archive', 'unrar x a.rar'],
    ['a.tar', tar, 'a tar archive', 'path: a.tar!/*.csv'],
    ['a.zip', zipOf([{ name: 'a', content: 'a' }]), 'a zip archive', 'path: a.zip!/*.csv'],
    [
      'a.csv',
      Buffer.from('SQLite format 3\0'),
      'SQLite',
      'sources: { export: { system: sql, path: a.csv } }',
    ],
    ['a.csv', bytes('50 41 52 31'), 'Parquet', 'duckdb'],
    ['a.dump', bytes('50 47 44 4d 50'), 'pg_dump', 'pg_restore -f'],
  ])('%s: %#', async (name, content, kind, hint) => {
    const error = await refused(name, content);
    expect(error.message).toContain(kind);
    expect(error.hint).toContain(hint);
  });

  test.each<[string, Buffer, string, string]>([
    ['a.csv.gz', gzipSync(gzipSync('a')), 'compressed twice: gzip in gzip', 'gzip -dc < a.csv.gz > '],
    [
      'a.csv.zst',
      zstdCompressSync(gzipSync('a')),
      'compressed twice: gzip in zstd',
      'zstd -dc < a.csv.zst > ',
    ],
    ['a.tar.gz', gzipSync(tar), 'a tar archive in a file compressed with gzip', 'path: a.tar.gz!/*.csv'],
    ['a.csv.gz', gzipSync(bytes('fd 37 7a 58 5a 00')), 'xz in a file compressed with gzip', 'gzip -dc'],
  ])('%s with something else in it: %#', async (name, content, kind, hint) => {
    const error = await refused(name, content);
    expect(error.message).toContain(kind);
    expect(error.hint).toContain(hint);
  });

  test('inside of a zip archive too', async () => {
    await using file = await tempFile(
      'a.zip',
      zipOf([
        { name: 'b.zip', content: zipOf([]) },
        { name: 'c', content: bytes('fd 37 7a 58 5a 00') },
      ]),
    );
    await expect(openBytes(`${file.path}!/c`, undefined, realFiles)).rejects.toMatchObject({
      message: expect.stringContaining('xz'),
      hint: expect.stringContaining(`unzip ${file.path} 'c'`),
    });
  });

  test.each(['BZh,name\n1,2\n', 'Rar!,name\n1,2\n', 'PK,name\n1,2\n'])('%j is a text', async (text) => {
    expect(await rowsIn(csv, 'a.csv', text)).toHaveLength(1);
  });
});

describe('ISO-2022-JP', () => {
  const text = Buffer.concat([
    Buffer.from('uid,name\nann,'),
    Buffer.from('1b2442467c4b5c1b2842', 'hex'),
    Buffer.from('\nben,Ben\n'),
  ]);

  test('is named, as a guess, because all its bytes are ASCII', async () => {
    await expect(rowsIn(csv, 'a.csv', text)).rejects.toMatchObject({
      code: 'SOURCE.ENCODING_UNKNOWN',
      message: expect.stringMatching(/looks like iso-2022-jp \(guessed/),
      hint: 'declare it in the pipeline: encoding: iso-2022-jp',
    });
  });

  test.each(['iso-2022-jp', 'ISO-2022-JP', 'iso2022jp'])(
    'is read where it is declared: %s',
    async (encoding) => {
      const rows = await rowsIn(csv, 'a.csv', text, { encoding });
      expect(rows.map(({ values }) => values)).toEqual([
        ['ann', '日本'],
        ['ben', 'Ben'],
      ]);
    },
  );
});

test('a header that is not UTF-8 has a guess in the hint, called one', async () => {
  const header = Buffer.from('uid,Größe\n1,2\n', 'latin1');
  await expect(rowsIn(csv, 'a.csv', header)).rejects.toMatchObject({
    message: expect.stringContaining('looks like windows-1252 (guessed)'),
    hint: expect.stringContaining('probably  encoding: windows-1252'),
  });
});
