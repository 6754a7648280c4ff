import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { paxNamed, tarOf } from '../../../input/sources/documents/tar-file.ts';
import { zipOf } from '../../../input/sources/documents/zip-file.ts';
import { fetching } from './fetching.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a file that is written into its address', () => {
  test.each([
    ['data:text/plain;base64,aGVsbG8=', 'hello'],
    ['data:text/plain;charset=utf-8;base64,aGVs%0AbG8', 'hello'],
    ['data:;base64,aGVsbG8', 'hello'],
    ['data:,hello%20you', 'hello you'],
    ['DATA:text/plain,100%', '100%'],
    ['data:text/plain,%ff%00', '\u00ff\0'],
    ['data:text/plain;base64,', '(empty)'],
    ['data:text/plain;base64,***', '(refused)'],
    ['data:text/plain', '(refused)'],
    [`data:,${'x'.repeat(1024 * 1024)}`, 'x'.repeat(1024 * 1024)],
    [`data:,${'x'.repeat(1024 * 1024 + 1)}`, '(tooLarge)'],
    [`data:,${'%41'.repeat(1024 * 1024 + 400)}`, '(tooLarge)'],
    [`data:;base64,${Buffer.alloc(1024 * 1024 + 1).toString('base64')}`, '(tooLarge)'],
  ])('%.40s', async (address, content) => {
    await using at = await fetching(undefined);
    expect((await at.bytes(address)) === content).toBe(true);
    expect([readdirSync(at.folder), at.fetcher.requests.get]).toEqual([[], 0]);
  });

  test('has its own type, and none that is run', async () => {
    await using at = await fetching(undefined);
    const found = await at.fetch('data:text/html,<script>alert(1)</script>');
    expect(found).toMatchObject({ file: { type: 'application/octet-stream', isDownload: true } });
    expect(await at.fetch('data:text/csv,a')).toMatchObject({ file: { type: 'text/csv', extension: 'csv' } });
  });
});

/** Makes an export with some files, and gives its path in each form that it may have. */
function exported(name: string, files: Readonly<Record<string, string | Buffer>>): readonly string[] {
  const root = join(folder, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const all = Object.entries(files);
  writeFileSync(`${root}.zip`, zipOf(all.map(([path, content]) => ({ name: path, content }))));
  writeFileSync(
    `${root}.tar.gz`,
    gzipSync(tarOf(all.flatMap(([path, content]) => paxNamed(path, content.toString())))),
  );
  return [root, `${root}.zip`, `${root}.tar.gz`];
}

const NAMES = {
  'photos/cat 1.txt': 'a cat',
  'ünïcödé/百.txt': 'hundred',
  'odd/a%00b#?.txt': 'odd',
  [`long/${'x'.repeat(200)}.txt`]: 'long',
  'empty.txt': '',
};

describe('a file of the export', () => {
  const forms = exported('plain', NAMES);

  test.each(forms)('%s', async (path) => {
    await using at = await fetching(undefined, { exported: [path] });
    for (const [name, content] of Object.entries(NAMES)) {
      const encoded = name.split('/').map(encodeURIComponent).join('/');
      expect(await at.bytes(`export:///${encoded}`)).toBe(content === '' ? '(empty)' : content);
    }
    expect(await at.fetch('export:///none.txt')).toMatchObject({ why: 'gone' });
    expect(at.fetcher.requests.get).toBe(0);
  });

  test('leads nowhere else', async () => {
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    symlinkSync(join(folder, 'secret.txt'), join(forms[0] as string, 'link.txt'));
    for (const path of forms) {
      await using at = await fetching(undefined, { exported: [path] });
      for (const name of [
        '../secret.txt',
        '..%2Fsecret.txt',
        'photos/../../secret.txt',
        '/etc/passwd',
        '%2Fetc%2Fpasswd',
        `${path}/photos/cat 1.txt`,
        'link.txt',
        'photos/cat 1.txt%00',
        'photos',
        '',
        '%',
        '%E0%A4',
      ])
        expect(await at.bytes(`export:///${name}`)).toBe('(gone)');
    }
  });

  test('an archive in the export may have it', async () => {
    const [, zip = ''] = forms;
    const outer = join(folder, 'outer');
    mkdirSync(outer);
    writeFileSync(join(outer, 'messages.json'), '[]');
    copyFileSync(zip, join(outer, 'media.zip'));
    await using at = await fetching(undefined, { exported: [outer] });
    expect(await at.bytes('export:///media.zip/photos/cat 1.txt')).toBe('a cat');
  });

  test('without an export there is none', async () => {
    await using at = await fetching(undefined);
    expect(await at.bytes('export:///a.txt')).toBe('(gone)');
  });

  test('what would fill the disk is not unpacked', async () => {
    const zeros = Buffer.alloc(30_000_000);
    const [path = '', zip = '', tar = ''] = exported('bombs', { 'zeros.txt': zeros, 'small.txt': 'small' });
    for (const each of [path, zip, tar]) {
      await using at = await fetching(undefined, { exported: [each], spec: { maxBytes: 1_000_000 } });
      expect(await at.bytes('export:///zeros.txt')).toBe('(tooLarge)');
      expect(await at.bytes('export:///small.txt')).toBe('small');
    }
  });

  test('what is damaged or has a password has a reason', async () => {
    const broken = join(folder, 'broken.zip');
    const parts = [
      { name: 'a.txt', content: 'the text', crc32: 1 },
      { name: 'b.txt', content: 'fine' },
      { name: 'c.txt', content: 'secret', flags: 1 },
    ];
    writeFileSync(broken, zipOf(parts));
    await using from = await fetching(undefined, { exported: [broken] });
    expect(await from.fetch('export:///a.txt')).toMatchObject({
      why: 'gone',
      message: expect.stringMatching(/damaged/),
    });
    expect(await from.fetch('export:///c.txt')).toMatchObject({
      why: 'denied',
      message: expect.stringMatching(/password/),
    });
    expect(await from.bytes('export:///b.txt')).toBe('fine');
  });

  test('has the type of its name and its bytes', async () => {
    const [path = ''] = exported('types', { 'a.html': '<html>', 'b.csv': 'a,b', 'c.png': 'no image' });
    await using at = await fetching(undefined, { exported: [path] });
    expect(await at.fetch('export:///a.html')).toMatchObject({
      file: { isDownload: true, extension: 'bin' },
    });
    expect(await at.fetch('export:///b.csv')).toMatchObject({ file: { type: 'text/csv' } });
    expect(await at.fetch('export:///c.png')).toMatchObject({ file: { type: 'application/octet-stream' } });
  });
});
