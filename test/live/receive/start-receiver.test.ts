import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hookUrls } from '../../../src/features/live/receive/hook-urls.ts';
import {
  type Gap,
  gapOf,
  readReceiver,
  receiverLockOf,
  withGap,
} from '../../../src/features/live/receive/receiver-state.ts';
import { State } from '../../../src/state/state.ts';
import { realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { ENV, livePlace, login, pipelineText, sendTo } from './live-pipeline-here.ts';

const documentOf = (stateFolder: string) => readReceiver(new State(stateFolder, realFiles).kept);

test('events of both sides come into the inbox, each with the login of its side alone', async () => {
  await using place = await livePlace();
  await using receiver = await place.start();
  expect((await sendTo(receiver, 'old', '{"of":"old"}')).status).toBe(200);
  expect((await sendTo(receiver, 'new', '{"of":"new"}')).status).toBe(200);
  expect((await sendTo(receiver, 'new', '{}', login(ENV.OLD_PASSWORD))).status).toBe(401);
  expect((await sendTo(receiver, 'old', '{}', login(ENV.OLD_PASSWORD, 'other'))).status).toBe(401);
  expect((await sendTo(receiver, 'old', '{}', '')).status).toBe(401);
  expect((await place.events('old')).map(({ body }) => body.toString())).toEqual(['{"of":"old"}']);
  expect((await place.events('new')).map(({ body }) => body.toString())).toEqual(['{"of":"new"}']);
  expect(receiver.counts('old')).toMatchObject({ received: 1, badSignatures: 2 });
  expect(receiver.counts('new')).toMatchObject({ received: 1, badSignatures: 1 });
});

test('the addresses stay over restarts, only the owner can read them, and no secret is in the state', async () => {
  await using place = await livePlace();
  const urls = await hookUrls(place.pipeline, place.context);
  const first = await place.start();
  expect(urls).toEqual({
    old: `http://127.0.0.1:9/cf${first.paths.old}`,
    new: `http://127.0.0.1:9/cf${first.paths.new}`,
  });
  expect(first.paths.old).toMatch(/^\/service\/[\w-]{32}$/);
  expect(first.paths.old).not.toBe(first.paths.new);
  await sendTo(first, 'old', '{}');
  await first[Symbol.asyncDispose]();
  await using second = await place.start();
  expect(second.paths).toEqual(first.paths);
  expect(await hookUrls(place.pipeline, place.context)).toEqual(urls);
  const { stateFolder } = place.pipeline;
  for (const each of readdirSync(stateFolder, { recursive: true, withFileTypes: true })) {
    const path = join(each.parentPath, each.name);
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    if (!each.isFile()) continue;
    const text = readFileSync(path, 'latin1');
    for (const secret of Object.values(ENV)) expect(text).not.toContain(secret);
    expect(text).not.toContain(login(ENV.OLD_PASSWORD));
  }
});

test('a receiver writes when it listened and what it counted; the next one goes on, and knows when nobody listened', async () => {
  await using place = await livePlace();
  const { stateFolder } = place.pipeline;
  const first = await place.start();
  await sendTo(first, 'old', '{}');
  await sendTo(first, 'old', '{}', 'Basic x');
  await first[Symbol.asyncDispose]();
  const before = documentOf(stateFolder);
  expect(before).toMatchObject({ host: '127.0.0.1', gaps: [], waiting: { events: expect.any(Number) } });
  expect(before?.sides.old).toMatchObject({ received: 1, badSignatures: 1, refused: { tooLarge: 0 } });
  await sleep(50);
  await using second = await place.start();
  expect(second.counts('old')).toMatchObject({ received: 1, badSignatures: 1 });
  const after = documentOf(stateFolder);
  expect(gapOf(before, after?.since ?? 0)).toEqual({ from: before?.beat, to: after?.since });
  expect(after?.gaps).toEqual(
    (['old', 'new'] as const).map((side) => ({ side, from: before?.beat, to: after?.since, why: 'silent' })),
  );
});

test('the sign of life is written while nothing happens', async () => {
  await using place = await livePlace();
  await using receiver = await place.start();
  const { stateFolder } = place.pipeline;
  const first = documentOf(stateFolder)?.beat ?? 0;
  await sendTo(receiver, 'old', '{}');
  while ((documentOf(stateFolder)?.sides.old.received ?? 0) === 0) await sleep(50);
  expect(documentOf(stateFolder)?.beat).toBeGreaterThan(first);
});

test('a second receiver of a state is refused, and one on the same port', async () => {
  await using place = await livePlace();
  await using receiver = await place.start();
  await expect(place.start()).rejects.toMatchObject({ code: 'STATE.LOCKED' });
  const port = new URL(receiver.address).port;
  await using other = await livePlace(pipelineText(`  listen: { port: ${port} }`));
  await expect(other.start()).rejects.toMatchObject({
    code: 'LIVE.LISTEN',
    message: `the receiver cannot listen on 127.0.0.1, port ${port}: EADDRINUSE`,
  });
  expect((await sendTo(receiver, 'old', '{}')).status).toBe(200);
});

test('a receiver whose lock is gone ends', async () => {
  await using place = await livePlace();
  await using receiver = await place.start();
  rmSync(receiverLockOf(place.pipeline.stateFolder));
  await expect(receiver.ended).rejects.toMatchObject({ code: 'STATE.LOCK_LOST' });
});

test('secrets are read again when it is asked to, and two hold at once', async () => {
  const text = pipelineText().replace(
    'password: { env: OLD_PASSWORD }',
    'password: [{ file: one }, { file: two }]',
  );
  await using place = await livePlace(text);
  const write = (name: string, secret: string) => writeFileSync(join(place.folder, name), secret);
  write('one', 'first-password');
  write('two', 'second-password');
  await using receiver = await place.start();
  const status = async (password: string) => (await sendTo(receiver, 'old', '{}', login(password))).status;
  expect([
    await status('first-password'),
    await status('second-password'),
    await status('third-password'),
  ]).toEqual([200, 200, 401]);
  write('one', 'third-password');
  expect(await status('third-password')).toBe(401);
  await receiver.reload();
  expect([
    await status('first-password'),
    await status('second-password'),
    await status('third-password'),
  ]).toEqual([401, 200, 200]);
  rmSync(join(place.folder, 'two'));
  await receiver.reload();
  expect(await status('second-password')).toBe(200);
  expect(place.news.map(({ kind, text: said }) => [kind, said])).toEqual([
    ['reloaded', 'secrets and certificate were read again'],
    ['reloaded', expect.stringMatching(/^secrets and certificate stay as they were: .*two/)],
  ]);
});

test('damaged documents of the receiver are said, not passed over', async () => {
  await using place = await livePlace();
  await (await place.start())[Symbol.asyncDispose]();
  const { stateFolder } = place.pipeline;
  for (const name of ['beat.json', 'paths.json']) {
    const path = join(stateFolder, 'live/receiver', name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.slice(0, 20));
    await expect(place.start()).rejects.toMatchObject({
      code: 'STATE.CORRUPT',
      message: expect.stringContaining(name),
    });
    writeFileSync(path, text);
  }
  await using _ = await place.start();
});

test('gaps of a side that follow one another are one, and many are joined at their beginning', () => {
  const gap = (from: number, to = from, side: Gap['side'] = 'old', why: Gap['why'] = 'refused'): Gap => ({
    side,
    from,
    to,
    why,
  });
  const some = [gap(0), gap(1_000), gap(1_500, 1_500, 'new'), gap(50_000), gap(200_000)].reduce(
    withGap,
    [] as readonly Gap[],
  );
  expect(some).toEqual([gap(0, 50_000), gap(1_500, 1_500, 'new'), gap(200_000)]);
  const many = Array.from({ length: 500 }, (_, index) => gap(index * 100_000)).reduce(
    withGap,
    [] as readonly Gap[],
  );
  expect(many).toHaveLength(200);
  expect(many[0]).toEqual(gap(0, 30_000_000));
  expect(many.at(-1)).toEqual(gap(49_900_000));
});

test('on a system whose time was set back the gap is what its clock shows twice', () => {
  expect(gapOf({ beat: 5 }, 4)).toEqual({ from: 4, to: 5 });
  expect(gapOf({ beat: 5 }, 5)).toBeUndefined();
  expect(gapOf(undefined, 4)).toBeUndefined();
  expect(realSystem.clock.now()).toBeGreaterThan(0);
});
