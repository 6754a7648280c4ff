import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileState } from '../../../../src/files/state/file-state.ts';
import type { MapEntry } from '../../../../src/pipeline/files/file-map.ts';
import type { FileMap } from '../../../../src/pipeline/files/map/file-map.ts';
import { MAP_INDEX, MAP_LOG, openFileMap } from '../../../../src/pipeline/files/map/open-file-map.ts';
import type { SavedFileMap } from '../../../../src/pipeline/files/map/saved-file-map.ts';
import { realFiles } from '../../../../src/system/files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-map-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const log = () => join(folder, MAP_LOG);
const index = () => join(folder, MAP_INDEX);
const state = () => fileState(folder, realFiles);
const toWrite = (): Promise<FileMap> => openFileMap(state(), index(), realFiles, 'write');
const toRead = (): Promise<SavedFileMap> => openFileMap(state(), index(), realFiles, 'read');

const objectOf = (n: number): string =>
  `${String(n % 100).padStart(2, '0')}/${String(n).padStart(64, '0')}.png`;

type Copied = Exclude<MapEntry, { outcome: 'failed' | 'kept' }>;
const copied = (address: string, n: number, more: Partial<Copied> = {}): Copied => ({
  address,
  outcome: 'copied',
  sha256: objectOf(n).slice(3, 67),
  bytes: 10 + n,
  type: 'image/png',
  object: objectOf(n),
  origin: 'created',
  at: 1_700_000_000_000,
  ...more,
});
const failed = (address: string): MapEntry => ({
  address,
  outcome: 'failed',
  why: 'gone',
  message: 'the address answers 404',
  tries: 1,
  at: 5,
});
const intent = (address: string, n: number) => {
  const { sha256, bytes, type, object } = copied(address, n);
  return { sha256, bytes, type, object, address };
};

const A = 'https://files.example.com/a.png';
const B = 'https://files.example.com/b.png';
const C = 'https://files.example.com/c.png';
const D = 'https://files.example.com/d.png';
const Z = 'https://files.example.com/z.png';

/** A map of A and B with one copy, C that failed, an intent and an upload, as lines of calls that were synced. */
async function filled(): Promise<void> {
  await using map = await toWrite();
  await map.record(copied(A, 1, { etag: '"1"', modified: 'Mon' }));
  await map.record(copied(B, 1, { outcome: 'sameContent' }));
  await map.record(failed(C));
  await map.intent(intent(D, 4));
  const upload = map.uploadOf(objectOf(4));
  await upload.begin('upload-1', 8_388_608);
  await upload.part(2, '"two"');
}

function expectFilled(map: SavedFileMap): void {
  expect(map.find(A)).toEqual(copied(A, 1, { etag: '"1"', modified: 'Mon' }));
  expect(map.find(B)).toEqual(copied(B, 1, { outcome: 'sameContent' }));
  expect(map.find(C)).toEqual(failed(C));
  expect(map.find('https://files.example.com/e.png')).toBeUndefined();
  expect([...map.entries()].map(({ address }) => address)).toEqual([A, B, C]);
  expect([...map.objects()]).toMatchObject([{ object: objectOf(1), origin: 'created', names: 2, bytes: 11 }]);
  expect(map.namesOf(objectOf(1))).toBe(2);
  expect(map.namesOf(objectOf(9))).toBe(0);
  expect(map.openIntents()).toEqual([intent(D, 4)]);
  expect(map.openUploads()).toEqual([{ object: objectOf(4), id: 'upload-1' }]);
}

test('keeps what became of addresses, in private files, also without the index', async () => {
  await filled();
  for (const path of [log(), index()]) expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(log(), 'utf8');
  for (const line of text.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('crc');
  for (const prepare of [() => {}, () => rmSync(index()), () => writeFileSync(index(), 'no database')]) {
    prepare();
    await using map = await toWrite();
    expectFilled(map);
    expect(map.uploadOf(objectOf(4)).begun).toEqual({
      id: 'upload-1',
      partBytes: 8_388_608,
      etags: [undefined, '"two"'],
    });
  }
  expect(readFileSync(log(), 'utf8')).toBe(text);
});

test('a copy ends its intent and its upload; an upload that is dropped or begun anew has no parts', async () => {
  await filled();
  await using map = await toWrite();
  await map.uploadOf(objectOf(4)).begin('upload-2', 9_000_000);
  expect(map.uploadOf(objectOf(4)).begun).toEqual({ id: 'upload-2', partBytes: 9_000_000, etags: [] });
  await map.record(copied(D, 4));
  expect([map.openIntents(), map.openUploads()]).toEqual([[], []]);
  await map.uploadOf(objectOf(5)).begin('upload-3', 9_000_000);
  await map.uploadOf(objectOf(5)).drop();
  expect(map.uploadOf(objectOf(5)).begun).toBeUndefined();
});

test('our work stays ours, whoever finds it there again', async () => {
  await using map = await toWrite();
  await map.record(copied(A, 1));
  await map.record(copied(B, 1, { outcome: 'alreadyThere', origin: 'exists' }));
  await map.record(copied(C, 2, { outcome: 'alreadyThere', origin: 'exists' }));
  expect(map.find(B)).toMatchObject({ outcome: 'alreadyThere', origin: 'created' });
  expect(map.find(C)).toMatchObject({ origin: 'exists' });
  // Other content at the address: the earlier object stays known.
  await map.record(copied(C, 3));
  expect([...map.objects()].map(({ object, names }) => [object, names])).toEqual([
    [objectOf(1), 2],
    [objectOf(2), 0],
    [objectOf(3), 1],
  ]);
});

test('an object that is about to be removed has no entries, and is not forgotten if a kill comes between', async () => {
  await filled();
  {
    await using map = await toWrite();
    await map.release(objectOf(1));
  }
  await using map = await toWrite();
  expect([map.find(A), map.find(B), map.find(C)]).toEqual([undefined, undefined, failed(C)]);
  expect(map.openIntents()).toContainEqual(intent('', 1));
  await map.removed(objectOf(1));
  expect(map.openIntents()).toHaveLength(1);
  expect([...map.objects()]).toEqual([]);
});

test('forgets addresses, also in its files, and keeps all else', async () => {
  await filled();
  {
    await using map = await toWrite();
    await map.record(copied('https://files.example.com/of-xaver.png', 7));
    await map.forgetEntries(new Set(['https://files.example.com/of-xaver.png', 'https://nobody.example/']));
    await map.record(failed(Z));
  }
  for (const path of [log(), index()]) expect(readFileSync(path, 'latin1')).not.toContain('xaver');
  rmSync(index());
  await using map = await toWrite();
  expect([...map.entries()].map(({ address }) => address)).toEqual([A, B, C, Z]);
  expect([...map.objects()].map(({ object, names }) => [object, names])).toEqual([
    [objectOf(1), 2],
    [objectOf(7), 0],
  ]);
  expect(map.openIntents()).toHaveLength(1);
  expect(map.uploadOf(objectOf(4)).begun?.etags).toEqual([undefined, '"two"']);
});

test('is of one store', async () => {
  const folder = (shown: string) =>
    ({ store: { kind: 'folder', folder: resolve('/srv', shown) }, shown }) as const;
  {
    await using map = await toWrite();
    await map.bindTo(folder('./one'));
    await map.bindTo(folder('one/'));
  }
  await using map = await toWrite();
  await expect(map.bindTo(folder('./two'))).rejects.toMatchObject({ code: 'FILES.CONFIG' });
  expect(map.store).toMatchObject({ store: 'one/', shown: './one' });
});

test('a log that is cut off anywhere is the map up to there, and can be written', async () => {
  await filled();
  const whole = readFileSync(log());
  const ends = [...whole.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
  for (let length = 0; length <= whole.length; length += 37) {
    writeFileSync(log(), whole.subarray(0, length));
    const lines = ends.filter((end) => end <= length).length;
    const entries = Math.min(Math.max(lines - 1, 0), 3);
    {
      await using read = await toRead();
      expect([...read.entries()]).toHaveLength(entries);
    }
    {
      await using map = await toWrite();
      expect([...map.entries()]).toHaveLength(entries);
      await map.record(failed(Z));
    }
    await using map = await toWrite();
    expect([...map.entries()]).toHaveLength(entries + 1);
  }
});

test('bytes that were sure and are others now are damage, wherever they are', async () => {
  await filled();
  const whole = readFileSync(log());
  const last = whole.lastIndexOf(10, whole.length - 2);
  for (let at = 0; at < last; at += 29) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(log(), bytes);
    await expect(toWrite(), `byte ${at}`).rejects.toMatchObject({ code: 'STATE.CORRUPT' });
    rmSync(index(), { force: true });
    await expect(toRead(), `byte ${at}`).rejects.toMatchObject({ code: 'STATE.CORRUPT' });
    expect(readFileSync(log()).equals(bytes)).toBe(true);
  }
});

test('bytes of a power cut before the sync are cut off, also with whole lines after them', async () => {
  {
    await using map = await toWrite();
    await map.record(failed(A));
    await Promise.all([B, C, D].map((address) => map.record(failed(address))));
  }
  const bytes = readFileSync(log());
  // The page with B was not written; those with C and D were, and none of them was sure.
  const at = bytes.indexOf(B);
  bytes.fill(0, at, at + B.length);
  writeFileSync(log(), bytes);
  await using map = await toWrite();
  expect([...map.entries()].map(({ address }) => address)).toEqual([A]);
});

test('is read while it is written, and writes nothing then', async () => {
  {
    await using empty = await toRead();
    expect([empty.find(A), [...empty.entries()], [...empty.objects()], empty.openIntents()]).toEqual([
      undefined,
      [],
      [],
      [],
    ]);
    expect(existsSync(join(folder, 'files'))).toBe(false);
  }
  await filled();
  const before = [readFileSync(log()), readFileSync(index())];
  await using early = await toRead();
  expectFilled(early);
  expect([readFileSync(log()), readFileSync(index())]).toEqual(before);
  await using writer = await toWrite();
  await writer.record(failed(Z));
  // The writer has the index for itself: it is made of the log where it is not to be had.
  expect(early.find(A)).toMatchObject({ outcome: 'copied' });
  expect([...early.entries()].length).toBeGreaterThanOrEqual(3);
  await using late = await toRead();
  expect(late.find(Z)).toMatchObject({ outcome: 'failed' });
  appendFileSync(log(), '{"is":"entry","addr');
  await using later = await toRead();
  expect([...later.entries()]).toHaveLength(4);
});

test('an index of another log is made anew', async () => {
  await filled();
  const bytes = readFileSync(index());
  rmSync(log());
  {
    await using map = await toWrite();
    for (const address of [B, C, A, B, C, A, B, C, A]) await map.record(failed(address));
  }
  writeFileSync(index(), bytes);
  await using read = await toRead();
  expect(read.find(A)).toEqual(failed(A));
  await using map = await toWrite();
  expect(map.find(A)).toEqual(failed(A));
  expect(map.openIntents()).toEqual([]);
});
