import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openBytes } from '../../../../src/input/sources/bytes/bytes.ts';
import { formatOf } from '../../../../src/input/sources/formats.ts';
import { findFiles } from '../../../../src/pipeline/find-files.ts';
import { realFiles } from '../../../../src/system/files.ts';
import { rowsOf } from '../read-rows.ts';
import { tempFile } from '../temp-file.ts';
import { gnuNamed, paxNamed, type TarPart, tarOf } from './tar-file.ts';

async function textOf(path: string, from = 0): Promise<string> {
  const bytes = await openBytes(path, undefined, realFiles);
  const pieces: Buffer[] = [];
  for await (const piece of bytes.read(bytes.start + from)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

const LONG = 'id,text\n'.repeat(60_000);
const DEEP = `${'folder/'.repeat(30)}naïve file.csv`;
const PACKINGS = [
  ['a.tar', (tar: Buffer) => tar],
  ['a.tar.gz', (tar: Buffer) => gzipSync(tar)],
  ['a.tar.zst', (tar: Buffer) => zstdCompressSync(tar)],
  ['a name that says nothing', (tar: Buffer) => gzipSync(tar)],
] as const;

/** The names and the notes of an archive, or the error. */
async function listed(
  parts: readonly TarPart[],
  end?: number,
): Promise<{ names: string[]; notes: string[] }> {
  await using file = await tempFile('a.tar', tarOf(parts, end));
  const notes: string[] = [];
  const warn = (sentence: string): unknown => notes.push(sentence.replace(file.path, 'a.tar'));
  const spec = { path: `${file.path}!/**` };
  const found = await findFiles(
    spec,
    { folder: '/', copies: new Map() },
    'messages',
    realFiles,
    { entries: 9, matches: 9 },
    warn,
  );
  return { names: found.map((path) => path.slice(file.path.length)), notes };
}

describe.each(PACKINGS)('%s', (name, packed) => {
  const tar = packed(
    tarOf([
      { name: 'x/', type: '5' },
      { name: './x/users.csv', content: 'uid,name\nann,Ann\nben,Ben\n' },
      { name: 'long.csv', content: LONG },
      { name: 'in-prefix.csv', prefix: 'a/folder', content: 'prefix' },
      ...gnuNamed(DEEP, 'gnu'),
      ...paxNamed(`pax/${DEEP}`, 'pax'),
    ]),
  );

  test('its files are sources, with lines and bytes of their own', async () => {
    await using file = await tempFile(name, tar);
    const path = `${file.path}!/x/users.csv`;
    const source = await formatOf(path).open(path, 2, { files: realFiles });
    expect([source.plain, source.columns, source.path]).toEqual([false, ['uid', 'name'], path]);
    expect(await rowsOf(source)).toMatchObject([
      { file: 2, line: 2, byte: 9, values: ['ann', 'Ann'] },
      { line: 3, byte: 17, values: ['ben', 'Ben'] },
    ]);
  });

  test('names of any length, files of many blocks, and reading on from any byte', async () => {
    await using file = await tempFile(name, tar);
    const of = (member: string): Promise<string> => textOf(`${file.path}!/${member}`);
    expect(await of('long.csv')).toBe(LONG);
    expect(await textOf(`${file.path}!/long.csv`, 200_000)).toBe(LONG.slice(200_000));
    expect([await of('a/folder/in-prefix.csv'), await of(DEEP), await of(`pax/${DEEP}`)]).toEqual([
      'prefix',
      'gnu',
      'pax',
    ]);
  });

  test('a file that is not there is named', async () => {
    await using file = await tempFile(name, tar);
    await expect(textOf(`${file.path}!/x/user.csv`)).rejects.toThrow('did you mean x/users.csv');
    await expect(textOf(file.path)).rejects.toMatchObject({
      code: 'SOURCE.FORMAT_UNKNOWN',
      hint: expect.stringContaining('name the files in it:'),
    });
  });
});

describe('what may be wrong with a tar archive', () => {
  test('links, devices, names that lead out, and copies by macOS are left out by name', async () => {
    const found = await listed([
      { name: 'a', content: 'first' },
      { name: '../b', content: 'b' },
      { name: '/etc/c', content: 'c' },
      { name: 'link', type: '2' },
      { name: 'hard', type: '1' },
      { name: 'pipe', type: '6' },
      { name: 'x/._a', content: 'macOS' },
      { name: 'a', content: 'second' },
    ]);
    expect(found).toEqual({
      names: ['!/a'],
      notes: [
        'a.tar: "../b" is skipped: the name leads out of the archive',
        'a.tar: "/etc/c" is skipped: the name leads out of the archive',
        'a.tar: "link" is skipped: it is a link',
        'a.tar: "hard" is skipped: it is a link',
        'a.tar: "pipe" is skipped: it is a pipe',
        'a.tar: "a" is there twice: the last one is read',
      ],
    });
  });

  test('one that is cut is refused, and one without an end is read with a note', async () => {
    const part = { name: 'a', content: 'text' };
    await expect(listed([part, { name: 'b', bytes: 100_000 }], 0)).rejects.toThrow(
      'is not a complete tar archive: "b" is longer than the archive',
    );
    await expect(listed([part, { name: 'b', isDamaged: true }])).rejects.toThrow(
      'there is no header at byte 1024',
    );
    expect((await listed([part], 0)).notes).toEqual(['a.tar: the archive has no end: files may be missing']);
    const cut = gzipSync(tarOf([part, { name: 'b', content: LONG }]));
    await using file = await tempFile('a.tar.gz', cut.subarray(0, -20));
    await expect(textOf(`${file.path}!/b`)).rejects.toMatchObject({ code: 'SOURCE.TRUNCATED' });
  });
});
