import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { SourceDigests } from '../../../src/session/workplace/source-digests.ts';
import { realFiles } from '../../../src/system/files.ts';
import { tarOf } from '../../input/sources/documents/tar-file.ts';
import { zipOf } from '../../input/sources/documents/zip-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-digests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();

/** Files of sizes around those of the blocks and pieces of an archive, also empty ones. */
const PARTS = [0, 1, 0, 511, 512, 513, 131_071, 131_072, 131_073, 400_000, 0, 7].map((size, at) => ({
  name: `files/${at}.bin`,
  content: Buffer.alloc(size, `${at}-`),
}));
const digestOf = ({ content }: (typeof PARTS)[number]) => ({
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

/** A file system that counts how often a file is opened. */
function countingFiles(path: string) {
  const counted = { opened: 0 };
  const open: typeof realFiles.open = (given, ...more) => {
    if (given === path) counted.opened++;
    return realFiles.open(given, ...more);
  };
  return { counted, files: { ...realFiles, open } };
}

async function digestsIn(path: string, names: readonly string[]) {
  const { counted, files } = countingFiles(path);
  const digests = new SourceDigests(files, signal);
  for (const name of names) await digests.want(`${path}!/${name}`);
  const found = [];
  for (const name of names) found.push(await digests.of(`${path}!/${name}`));
  return { found, opened: counted.opened };
}

test.for([
  ['export.tgz', gzipSync(tarOf(PARTS))],
  ['export.tar.zst', zstdCompressSync(tarOf(PARTS))],
  ['export.tar', tarOf(PARTS)],
  ['export.zip', zipOf(PARTS.map(({ name, content }) => ({ name, content: content.toString() })))],
] as const)('files of %s have their sizes and digests, asked for in any order', async ([name, bytes]) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const parts = [...PARTS].reverse();
  const { found } = await digestsIn(
    path,
    parts.map((part) => part.name),
  );
  expect(found).toEqual(parts.map(digestOf));
});

test('a compressed tar archive is read once for all of its files, however many', async () => {
  const parts = Array.from({ length: 300 }, (_, at) => ({
    name: `${at}.bin`,
    content: Buffer.from(`${at}`),
  }));
  const path = join(folder, 'many.tgz');
  writeFileSync(path, gzipSync(tarOf(parts)));
  const { found, opened } = await digestsIn(
    path,
    parts.map(({ name }) => name),
  );
  expect(found.at(-1)).toEqual(digestOf(parts.at(-1) as (typeof PARTS)[number]));
  // Its kind, its list, its files.
  expect(opened).toBeLessThanOrEqual(5);
});

test('a file that is not there has no digest, and none of an archive that was cut since it was listed has one', async () => {
  const path = join(folder, 'cut.tgz');
  const whole = gzipSync(tarOf(PARTS));
  writeFileSync(path, whole);
  const names = ['none.bin', 'files/9.bin'];
  const [none, last] = (await digestsIn(path, names)).found;
  expect([none, last]).toEqual([undefined, digestOf(PARTS[9] as (typeof PARTS)[number])]);
  writeFileSync(path, whole.subarray(0, whole.length / 2));
  const cut = await digestsIn(path, names);
  expect(cut.found).toEqual([undefined, undefined]);
  expect(cut.opened).toBeLessThanOrEqual(5);
  const digests = new SourceDigests(realFiles, signal);
  expect(await digests.of(join(folder, 'nowhere.bin'))).toBeUndefined();
});
