import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { realClock } from '../../../../src/system/clock.ts';
import { changedPart, cutAfter, cutThen, status, whole, wrongRange } from '../source-answers.ts';
import { sourceServer } from '../source-server.ts';
import { type Fetching, fetching } from './fetching.ts';

const MIB = 1024 * 1024;
/** Some pieces, no two of them the same. */
const LARGE = Buffer.alloc(9.5 * MIB);
for (let at = 0; at < LARGE.length; at += 4) LARGE.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The hash of a file as its body says it, after checking that its bytes say the same. */
async function hashOf(at: Fetching, address: string): Promise<string> {
  const found = await at.fetch(address);
  if (!('file' in found)) return JSON.stringify(found);
  await using file = found.file;
  const { bytes, sha256: hash } = file.body;
  expect(sha256(await file.body.read(0, bytes))).toBe(hash);
  return hash;
}

describe('a large file', () => {
  test('lies in a file of its owner while it is under way, and is gone with it', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const found = await at.fetch(source.put('/a.bin', LARGE));
    if (!('file' in found)) throw new Error(JSON.stringify(found));
    const modes = readdirSync(at.folder).map((name) => statSync(`${at.folder}/${name}`).mode & 0o777);
    expect([modes, statSync(at.folder).mode & 0o777]).toEqual([[0o600, 0o600], 0o700]);
    expect(found.file.body).toMatchObject({ bytes: LARGE.length, sha256: sha256(LARGE) });
    expect(await found.file.body.read(5 * MIB - 1, 5 * MIB + 1)).toEqual(
      LARGE.subarray(5 * MIB - 1, 5 * MIB + 1),
    );
    const last = Buffer.alloc(8);
    expect(await found.file.body.readInto?.(last, LARGE.length - 3)).toBe(3);
    expect(last.subarray(0, 3)).toEqual(LARGE.subarray(-3));
    await found.file[Symbol.asyncDispose]();
    expect(readdirSync(at.folder)).toEqual([]);
  });

  test('that is cut off goes on where it was', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const address = source.put('/a.bin', LARGE, { answer: cutAfter(8.5 * MIB, 1) });
    expect(await hashOf(at, address)).toBe(sha256(LARGE));
    expect(source.requests.map(({ headers }) => headers.range)).toEqual([undefined, `bytes=${4 * MIB}-`]);
    expect(source.requests[1]?.headers['if-range']).toMatch(/^"/);
  });

  test('that is cut off again and again is fetched as long as it grows', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const address = source.put('/a.bin', LARGE, { answer: cutAfter(8.5 * MIB, 6) });
    expect(await hashOf(at, address)).toBe(sha256(LARGE));
  });

  test.each([
    ['the whole file', whole],
    ['another part', wrongRange(-1)],
    ['a part behind it', wrongRange(1)],
    ['a part of another version', changedPart('"other"')],
    ['416', status(416)],
    ['304', status(304)],
  ])('is right, or there is a reason, if parts are answered with %s', async (_, answer) => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    let cuts = 0;
    const address = source.put('/a.bin', LARGE, {
      answer(request, response, file, count) {
        if (request.headers.range !== undefined) return answer(request, response, file, count);
        return ++cuts > 1 ? true : cutAfter(8.5 * MIB, 1)(request, response, file, 1);
      },
    });
    expect(await hashOf(at, address)).toBe(sha256(LARGE));
  });

  test('of which no part ever comes as it should is silence', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const address = source.put('/a.bin', LARGE, { answer: cutThen(8.5 * MIB, changedPart('"other"')) });
    expect(await at.fetch(address)).toMatchObject({ why: 'silent' });
  });

  test('is a new file where it has changed in the middle', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const later = Buffer.from(LARGE).fill('!', 0, 100);
    const address = source.put('/a.bin', LARGE, {
      answer(request, response, file, count) {
        source.put('/a.bin', later);
        return cutAfter(8.5 * MIB, 1)(request, response, file, count);
      },
    });
    expect(await hashOf(at, address)).toBe(sha256(later));
  });

  test('goes on in a later run, as far as the server has the same', async () => {
    await using source = await sourceServer();
    const address = source.put('/a.bin', LARGE, { answer: cutAfter(8.5 * MIB, 1) });
    await using first = await fetching(source, {
      system: {
        clock: { ...realClock, sleep: () => Promise.reject(new Error('killed')) },
      },
    });
    await expect(first.fetch(address)).rejects.toThrow('killed');
    expect(readdirSync(first.folder)).toHaveLength(2);
    await using second = await fetching(source, { folder: first.folder });
    expect(await hashOf(second, address)).toBe(sha256(LARGE));
    expect(source.requests.at(-1)?.headers.range).toBe(`bytes=${4 * MIB}-`);
    expect(readdirSync(first.folder)).toEqual([]);
  });

  test('of which nobody says a length is right, too', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source);
    const address = source.answer('/a.bin', (_, response) => {
      response.writeHead(200);
      for (let from = 0; from < LARGE.length; from += MIB) response.write(LARGE.subarray(from, from + MIB));
      response.end();
    });
    expect(await hashOf(at, address)).toBe(sha256(LARGE));
  });

  test('keeps to the bytes a second that are allowed', async () => {
    await using source = await sourceServer();
    await using at = await fetching(source, { spec: { bytesPerSecond: MIB } });
    expect(await hashOf(at, source.put('/a.bin', LARGE))).toBe(sha256(LARGE));
    expect(at.waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(8_000);
  });
});

test('small files are in memory, together not more than is allowed; the others are on the disk', async () => {
  await using source = await sourceServer();
  await using at = await fetching(source);
  const held: AsyncDisposable[] = [];
  const address = source.put('/small', LARGE.subarray(0, 4 * MIB));
  for (let number = 0; number < 18; number++) {
    const found = await at.fetch(`${address}?n=${number}`);
    if ('file' in found) held.push(found.file);
  }
  expect(readdirSync(at.folder).filter((name) => name.endsWith('.part'))).toHaveLength(2);
  for (const file of held) await file[Symbol.asyncDispose]();
  const found = await at.fetch(`${address}?n=0`);
  expect(readdirSync(at.folder)).toEqual([]);
  if ('file' in found) await found.file[Symbol.asyncDispose]();
});
