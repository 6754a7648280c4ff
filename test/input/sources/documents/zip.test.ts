import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { openBytes } from '../../../../src/input/sources/bytes/bytes.ts';
import { digestOf } from '../../../../src/input/sources/bytes/file-digest.ts';
import { zipDirectory } from '../../../../src/input/sources/bytes/zip-directory.ts';
import { formatOf } from '../../../../src/input/sources/formats.ts';
import { findFiles } from '../../../../src/pipeline/find-files.ts';
import { realFiles } from '../../../../src/system/files.ts';
import { rowsOf } from '../read-rows.ts';
import { tempFile } from '../temp-file.ts';
import { type ZipPart, zipOf } from './zip-file.ts';

const { signal } = new AbortController();

async function textOf(path: string): Promise<string> {
  const bytes = await openBytes(path, undefined, realFiles);
  const pieces: Buffer[] = [];
  for await (const piece of bytes.read(bytes.start)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

/** The text of the file `a` in an archive, or the error. */
async function textIn(part: Partial<ZipPart>) {
  await using file = await tempFile(
    'a.zip',
    zipOf([
      { name: 'b', content: 'b' },
      { name: 'a', content: 'a', ...part },
    ]),
  );
  return await textOf(`${file.path}!/a`);
}

async function folderOf(files: Readonly<Record<string, Uint8Array | string>>) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder.path, name)), { recursive: true });
    await writeFile(join(folder.path, name), content);
  }
  return { path: folder.path, [Symbol.asyncDispose]: () => folder.remove() };
}

describe('a file in a zip archive', () => {
  const long = 'id,text\n'.repeat(100_000);

  test.each<[string, Partial<ZipPart>, string]>([
    ['compressed', { content: long }, long],
    ['stored', { content: long, method: 0 }, long],
    ['compressed with zstd', { content: long, method: 93 }, long],
    ['gzip in the archive', { content: gzipSync(long) }, long],
    ['UTF-16', { content: iconv.encode('\ufeffä', 'utf-16le') }, 'ä'],
  ])('is read: %s', async (_, part, text) => {
    expect(await textIn(part)).toBe(text);
  });

  test('is a source like every other one, with lines and bytes of the file in the archive', async () => {
    await using file = await tempFile(
      'a.zip',
      zipOf([{ name: 'x/users.csv', content: 'uid,name\nann,Ann\n' }]),
    );
    const path = `${file.path}!/x/users.csv`;
    const source = await formatOf(path).open(path, 2, { files: realFiles });
    expect([source.plain, source.columns, source.path]).toEqual([false, ['uid', 'name'], path]);
    expect(await rowsOf(source)).toMatchObject([{ file: 2, line: 2, byte: 9, values: ['ann', 'Ann'] }]);
  });

  test.each<[string, Partial<ZipPart>, string, RegExp]>([
    ['longer than declared', { content: long, bytes: 9 }, 'SOURCE.TRUNCATED', /longer/],
    ['shorter than declared', { bytes: 9 }, 'SOURCE.TRUNCATED', /shorter/],
    ['with another checksum', { crc32: 9 }, 'SOURCE.TRUNCATED', /checksum/],
    ['encrypted', { flags: 1 }, 'SOURCE.UNREADABLE', /encrypted/],
    ['compressed with bzip2', { method: 12 }, 'SOURCE.UNREADABLE', /bzip2/],
    ['too small for what it unpacks to', { bytes: 4_000_000_000 }, 'SOURCE.ARCHIVE_UNSAFE', /4000000000/],
    ['empty', { content: '' }, 'SOURCE.EMPTY', /is empty/],
  ])('that is %s is refused', async (_, part, code, message) => {
    await expect(textIn(part)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  test('that is not there is SOURCE.MISSING with the likely name', async () => {
    await using file = await tempFile('a.zip', zipOf([{ name: 'users.csv', content: 'x' }]));
    await expect(textOf(`${file.path}!/user.csv`)).rejects.toMatchObject({
      code: 'SOURCE.MISSING',
      message: expect.stringContaining('did you mean users.csv'),
    });
  });

  test('of an archive that is cut off is SOURCE.TRUNCATED', async () => {
    const whole = zipOf([{ name: 'a', content: 'a' }]);
    await using file = await tempFile('a.zip', whole.subarray(0, -5));
    await expect(textOf(`${file.path}!/a`)).rejects.toMatchObject({ code: 'SOURCE.TRUNCATED' });
  });

  test('changes with its archive: the digest is that of the archive', async () => {
    await using file = await tempFile('a.zip', zipOf([{ name: 'a', content: 'a' }]));
    expect(await digestOf(realFiles, `${file.path}!/a`, signal)).toEqual(
      await digestOf(realFiles, file.path, signal),
    );
  });

  test('an archive in itself is refused with what to write', async () => {
    await using file = await tempFile('a.zip', zipOf([{ name: 'a', content: 'a' }]));
    await expect(textOf(file.path)).rejects.toMatchObject({
      code: 'SOURCE.FORMAT_UNKNOWN',
      hint: expect.stringContaining('a.zip!/*.csv'),
    });
  });
});

describe('the list of an archive', () => {
  const listed = async (parts: readonly ZipPart[]) => {
    await using file = await tempFile('a.zip', zipOf(parts));
    const { entries, notes } = await zipDirectory(realFiles, file.path);
    return { names: [...entries.keys()], notes, path: file.path };
  };

  test('has names as UTF-8 if they are, else as cp437', async () => {
    const { names } = await listed([
      { name: 'größe.csv', content: '' },
      { name: iconv.encode('größe2.csv', 'cp437'), content: '' },
      { name: 'win\\dows.csv', content: '' },
    ]);
    expect(names).toEqual(['größe.csv', 'größe2.csv', 'win/dows.csv']);
  });

  test('leaves out folders, what macOS adds, and names that lead out of it', async () => {
    const { names, notes } = await listed([
      { name: 'a/', content: '' },
      { name: '__MACOSX/a/._b', content: '' },
      ...['../x', '/etc/passwd', 'a/../../x', 'C:\\x', '..\\x'].map((name) => ({ name, content: '' })),
      { name: 'a/b..c', content: '' },
    ]);
    expect(names).toEqual(['a/b..c']);
    expect(notes).toHaveLength(5);
    expect(notes[0]).toBe('"../x" is skipped: the name leads out of the archive');
  });

  test('takes the last of two files with one name, and says so', async () => {
    const parts = [1, 2].map((content) => ({ name: 'a', content: String(content) }));
    await using file = await tempFile('a.zip', zipOf(parts));
    expect(await textOf(`${file.path}!/a`)).toBe('2');
    expect((await zipDirectory(realFiles, file.path)).notes).toEqual([
      '"a" is there twice: the last one is read',
    ]);
  });

  test('refuses files that share bytes of the archive', async () => {
    const many = Array.from({ length: 50 }, (_, index) => ({
      name: `b${index}`,
      content: 'x'.repeat(999),
      sharing: 0,
    }));
    await expect(
      listed([
        { name: 'a', content: 'x'.repeat(999), method: 0 },
        ...many.map((part) => ({ ...part, method: 0 as const })),
      ]),
    ).rejects.toMatchObject({
      code: 'SOURCE.ARCHIVE_UNSAFE',
    });
  });
});

describe('paths into archives', () => {
  const zip = (...names: string[]) => zipOf(names.map((name) => ({ name, content: name })));

  test('may be globs, before and after !/', async () => {
    await using folder = await folderOf({
      'e/2.zip': zip('general/2.json', 'users.json'),
      'e/10.zip': zip('general/10.json', 'general/9.json', 'other/1.json'),
    });
    const found = await findFiles(
      { path: ['e/*.zip!/general/*.json', 'e/2.zip!/users.json'] },
      { folder: folder.path, copies: new Map() },
      'messages',
      realFiles,
    );
    expect(found.map((path) => path.slice(folder.path.length))).toEqual([
      '/e/2.zip!/general/2.json',
      '/e/10.zip!/general/9.json',
      '/e/10.zip!/general/10.json',
      '/e/2.zip!/users.json',
    ]);
  });

  test('name a file with !/ in its own name where there is one', async () => {
    await using folder = await folderOf({ 'a!/b.csv': 'x' });
    expect(
      await findFiles({ path: 'a!/b.csv' }, { folder: folder.path, copies: new Map() }, 'users', realFiles),
    ).toEqual([join(folder.path, 'a!/b.csv')]);
    expect(await textOf(join(folder.path, 'a!/b.csv'))).toBe('x');
  });

  test('name exactly a file with the characters of a glob', async () => {
    await using folder = await folderOf({ 'a.zip': zip('a[1].csv', 'a1.csv') });
    expect(
      await findFiles(
        { path: 'a.zip!/a[1].csv' },
        { folder: folder.path, copies: new Map() },
        'users',
        realFiles,
      ),
    ).toEqual([`${folder.path}/a.zip!/a[1].csv`]);
  });

  test.each([
    ['a.zip!/x.csv', /no file x.csv in .*a.zip, it has general/],
    ['a.zip!/general/1.jsn', /did you mean general\/1.json/],
    ['b.zip!/x.csv', /no file at b.zip/],
    ['*.zip!/x/*.csv', /none of the 1 files in \*.zip matches x\/\*.csv/],
  ])('%s that lead to nothing are SOURCE.MISSING', async (path, message) => {
    await using folder = await folderOf({ 'a.zip': zip('general/1.json') });
    await expect(
      findFiles({ path }, { folder: folder.path, copies: new Map() }, 'users', realFiles),
    ).rejects.toMatchObject({
      code: 'SOURCE.MISSING',
      message: expect.stringMatching(message),
    });
  });

  test('say what an archive has that is left out', async () => {
    await using folder = await folderOf({ 'a.zip': zip('../x', 'y') });
    const said: string[] = [];
    await findFiles(
      { path: 'a.zip!/*' },
      { folder: folder.path, copies: new Map() },
      'users',
      realFiles,
      undefined,
      (sentence) => said.push(sentence),
    );
    expect(said).toEqual([`${folder.path}/a.zip: "../x" is skipped: the name leads out of the archive`]);
  });

  test('stop at the limit of files', async () => {
    await using folder = await folderOf({ 'a.zip': zip('1', '2', '3') });
    const limits = { entries: 9, matches: 2 };
    await expect(
      findFiles({ path: 'a.zip!/*' }, { folder: folder.path, copies: new Map() }, 'users', realFiles, limits),
    ).rejects.toMatchObject({
      code: 'SOURCE.GLOB_TOO_WIDE',
    });
  });
});
