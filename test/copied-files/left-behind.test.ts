import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realSystem } from '../../src/system/system.ts';
import type { FakeS3 } from '../pipeline/files/fake-s3.ts';
import { type SourceAnswer, sourceServer } from '../pipeline/files/source-server.ts';
import { runHere } from '../support/command-here.ts';
import { skippingClock } from '../support/skipping-clock.ts';
import {
  addressesIn,
  type CopiedOptions,
  copiedHere,
  digestsAt,
  PEOPLE,
  picture,
  withFiles,
} from './copied-here.ts';
import { telegramFolder } from './exports-with-files.ts';
import { digestOf, fakeStore } from './stores-here.ts';

const MIB = 1024 * 1024;

/** What a process has left that was killed, or gave up, is never the file of another night. */

/** A store that is not asked any more once it has its first object. */
async function endedAfterPut(options: CopiedOptions) {
  const bucket: { fake?: FakeS3 } = {};
  const at = await copiedHere(async () => {
    const store = await fakeStore();
    bucket.fake = store.fake;
    return store;
  }, options);
  const denied = { status: 403, code: 'AccessDenied' };
  bucket.fake?.plant('HeadObject', denied, 100, () => (bucket.fake?.objects.size ?? 0) > 0);
  const ended = await at.run();
  expect([ended.exitCode, ended.result.error?.code]).toEqual([10, 'FILES.STORE_DENIED']);
  expect(bucket.fake?.objects.size).toBeGreaterThan(0);
  bucket.fake?.pardon();
  return at;
}

describe('a file that was put, and not recorded', () => {
  test('is not that of the next export, which has other bytes at the same path', async () => {
    const { digests: _, ...exported } = telegramFolder();
    await using at = await endedAfterPut(exported);
    const [photo, plan] = [picture('the bridge', 5_000), Buffer.from('%PDF-1.7\nanother plan of it\n')];
    writeFileSync(join(at.here.folder, 'export/photos/photo_1@01-01-2026.jpg'), photo);
    writeFileSync(join(at.here.folder, 'export/files/Plan #1 – 100%.pdf'), plan);
    expect((await at.run()).exitCode).toBe(0);
    const wanted = [photo, plan].map(digestOf).toSorted();
    expect((await digestsAt(await addressesIn(at.here))).toSorted()).toEqual(wanted);
    expect(Object.keys(await at.store.contents())).toHaveLength(2);
  });

  test('is not the picture of a person who has another one now', async () => {
    await using source = await sourceServer();
    const avatar = source.put('/ann.png', picture('ann'), { type: 'image/png' });
    const [ann, ...others] = PEOPLE;
    const users = [{ ...ann, avatar }, ...others];
    await using at = await endedAfterPut({ users, more: { sync: {} }, source });
    source.put('/ann.png', picture('ann, older'), { type: 'image/png' });
    expect((await at.run()).exitCode).toBe(0);
    expect(await digestsAt(await addressesIn(at.here))).toEqual([digestOf(picture('ann, older'))]);
    expect(Object.keys(await at.store.contents())).toHaveLength(1);
  });

  test('is ours, and is not put again, where its file is the same', async () => {
    const { digests, ...exported } = telegramFolder();
    await using at = await endedAfterPut({ ...exported, files: { concurrency: 1 } });
    const { exitCode, result } = await at.run();
    expect([exitCode, result.fileCopies]).toMatchObject([0, { alreadyThere: 1, copied: 1 }]);
    expect((await digestsAt(await addressesIn(at.here))).toSorted()).toEqual(digests);
    const { confirm } = (await at.here.json<{ confirm: string }>('undo')).result;
    await at.here.json('undo', '--confirm', confirm);
    expect(await at.store.contents()).toEqual({});
  });
});

test('the part of a file is not continued where the server cannot tell whether it is still the same', async () => {
  await using source = await sourceServer();
  const [before, after] = ['before', 'after!'].map((name) => picture(name, 9 * MIB)) as [Buffer, Buffer];
  // It has only a weak tag, which says nothing about bytes.
  const answer: SourceAnswer = ({ headers: { range } }, response, { body }) => {
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const isNight = body.equals(before);
    if (isNight && range !== undefined) return void response.writeHead(503).end();
    const ofRange = { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` };
    const headers = { etag: 'W/"1"', 'content-length': body.length - from };
    response.writeHead(range === undefined ? 200 : 206, { ...headers, ...(range ? ofRange : {}) });
    if (!isNight) return void response.end(body.subarray(from));
    response.write(body.subarray(0, 8.5 * MIB), () => setTimeout(() => response.destroy(), 50));
  };
  const address = source.put('/film.png', before, { answer });
  const messages = [withFiles('m1', [address])];
  await using at = await copiedHere(() => fakeStore(), { users: PEOPLE, messages, source });
  const system = { ...realSystem, clock: skippingClock() };
  expect((await runHere(['run', at.here.pipeline, '--yes'], undefined, system)).exitCode).toBe(7);
  source.put('/film.png', after, { answer });
  expect((await at.run()).exitCode).toBe(0);
  expect(await digestsAt(await addressesIn(at.here))).toEqual([digestOf(after)]);
});
