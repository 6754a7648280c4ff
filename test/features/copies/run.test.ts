import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { realSystem } from '../../../src/system/system.ts';
import { status } from '../../pipeline/files/source-answers.ts';
import { runHere } from '../../support/command-here.ts';
import { skippingClock } from '../../support/skipping-clock.ts';
import {
  type CopiesHere,
  copiesHere,
  copiesIn,
  keyOf,
  PUBLIC,
  png,
  sha256,
  writesOf,
} from './copies-here.ts';

const avatarOf = async ({ service }: CopiesHere, uid: string): Promise<string | undefined> =>
  (await Array.fromAsync(service.users.list())).find((user) => user.uid === uid)?.avatar;

describe.each(['folder', 's3'] as const)('a run that copies files to a %s', (kind) => {
  test('copies first, sends the addresses of the copies, and asks nothing when it is run again', async () => {
    await using here = await copiesHere(kind);
    const { source, store } = here;
    here.users({ ann: source.put('/ann.png', png('ann')) });
    here.messages(
      { muid: 'm1', files: [source.put('/a.png', png('a'))] },
      { muid: 'm2', files: [source.put('/b.png', png('b')), source.put('/again.png', png('a'))] },
    );
    const first = await here.json('run', '--yes');
    expect(first.exitCode).toBe(0);
    expect(copiesIn(first.result)).toMatchObject({
      found: 4,
      distinct: 4,
      copied: 3,
      sameContent: 1,
      balanced: true,
      requests: { get: 4 },
    });
    const prefix = kind === 's3' ? 'chat/' : '';
    expect(store.list()).toEqual(
      Object.fromEntries(['ann', 'a', 'b'].map((name) => [prefix + keyOf(png(name)), sha256(png(name))])),
    );
    expect(await here.sent()).toEqual({
      m1: [`${store.publicUrl}/${keyOf(png('a'))}`],
      m2: [`${store.publicUrl}/${keyOf(png('b'))}`, `${store.publicUrl}/${keyOf(png('a'))}`],
    });
    expect(await avatarOf(here, 'ann')).toBe(`${store.publicUrl}/${keyOf(png('ann'))}`);
    expect(existsSync(here.state('prepared'))).toBe(false);
    source.forget();
    const before = writesOf(here);
    const again = await here.json('run', '--yes');
    expect([again.exitCode, source.connections, writesOf(here)]).toEqual([0, 0, before]);
  });
});

test('--only files writes no row and needs no key of the service; the run after it asks no source', async () => {
  await using here = await copiesHere();
  const { source } = here;
  here.messages({ muid: 'm1', files: [source.put('/a.png', png('a'))] });
  here.pipelineAt('http://127.0.0.1:9/v3');
  const files = await here.json('run', '--only', 'files');
  expect([files.exitCode, copiesIn(files.result).copied, here.requests]).toEqual([0, 1, []]);
  expect(Object.keys(here.store.list())).toEqual([keyOf(png('a'))]);
  here.pipelineAt(here.baseUrl);
  source.forget();
  const run = await here.json('run', '--yes');
  expect([run.exitCode, source.connections]).toEqual([0, 0]);
  expect(copiesIn(run.result)).toMatchObject({ known: 1, copied: 0 });
  expect(await here.sent()).toEqual({ m1: [`${PUBLIC}/${keyOf(png('a'))}`] });
});

test('a host that does not answer ends the run before anything is sent; --finish-files sends its messages with a link', async () => {
  await using here = await copiesHere();
  const { source } = here;
  const address = source.answer('/a.png', status(503));
  here.messages({ muid: 'm1', files: [address], text: 'look' });
  const system = { ...realSystem, clock: skippingClock() };
  const first = await runHere(['run', here.pipeline, '--yes', '--json'], undefined, system);
  expect([first.exitCode, JSON.parse(first.stdout).error.code, writesOf(here)]).toEqual([
    7,
    'FILES.SILENT',
    0,
  ]);
  expect(copiesIn(JSON.parse(first.stdout)).failed).toMatchObject({ silent: 1 });
  const then = await runHere(['run', here.pipeline, '--yes', '--json', '--finish-files'], undefined, system);
  expect([then.exitCode, copiesIn(JSON.parse(then.stdout)).failed]).toEqual([
    0,
    expect.objectContaining({ silent: 1 }),
  ]);
  expect(await here.sent()).toEqual({ m1: [] });
  const [message] = await Array.fromAsync(here.service.messages.list({ category: 'message' }));
  expect(JSON.stringify(message)).toContain(address);
});

test('a retry of rejects, and a pilot, end with a silent host before they send its rows; --finish-files sends them', async () => {
  await using here = await copiesHere();
  const [first, late] = ['/a.png', '/b.png'].map((path) => here.source.answer(path, status(503))) as [
    string,
    string,
  ];
  const plain = { muid: 'm1', text: 'hi' };
  here.messages(plain, { muid: 'm2', sender: '', files: [first], text: 'look' });
  const system = { ...realSystem, clock: skippingClock() };
  const type = async (...command: readonly string[]) => {
    const { exitCode, stdout, stderr } = await runHere([...command, '--yes', '--json'], undefined, system);
    return [exitCode, stdout === '' ? stderr : JSON.parse(stdout).error?.code];
  };
  expect(await type('run', here.pipeline)).toEqual([4, undefined]);
  const rejects = here.state('rejects', 'messages.ndjson');
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replace('"sender":""', '"sender":"ann"'));
  const retry = ['rejects', 'retry', here.pipeline];
  const before = writesOf(here);
  expect(await type(...retry)).toEqual([7, 'FILES.SILENT']);
  expect([writesOf(here), await here.sent()]).toEqual([before, { m1: [] }]);
  expect(await type(...retry, '--finish-files')).toEqual([0, undefined]);
  expect(await here.sent()).toEqual({ m1: [], m2: [] });
  here.messages(plain, { muid: 'm3', sender: 'cy', receiver: 'ann', files: [late], text: 'late' });
  const pilot = ['run', here.pipeline, '--conversation', 'ann,cy'];
  expect(await type(...pilot)).toEqual([7, 'FILES.SILENT']);
  expect(await here.sent()).toEqual({ m1: [], m2: [] });
  expect(await type(...pilot, '--finish-files')).toEqual([0, undefined]);
  expect(await here.sent()).toEqual({ m1: [], m2: [], m3: [] });
});

test('too many failures end the run before anything is sent', async () => {
  await using here = await copiesHere();
  const gone = (name: string): readonly string[] =>
    Array.from({ length: 40 }, (_, at) => here.source.answer(`/${name}${at}.png`, status(404)));
  here.messages(...['a', 'b', 'c', 'd', 'e', 'f'].map((muid) => ({ muid, files: gone(muid) })));
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.error?.code, writesOf(here)]).toEqual([11, 'FILES.TOO_MANY_FAILED', 0]);
});

describe('a sync', () => {
  test('of addresses that are signed anew each night asks and changes nothing', async () => {
    await using here = await copiesHere();
    here.copies('', 'sync: {}');
    const address = here.source.put('/a.png', png('a'));
    const night = (number: number): void =>
      here.messages({
        muid: 'm1',
        files: [`${address}?X-Amz-Signature=${number}&X-Amz-Date=2024010${number}`],
      });
    night(1);
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    here.source.forget();
    night(2);
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, here.source.connections]).toEqual([0, 0]);
    expect(result.entities.messages).toMatchObject({ unchanged: 1, updated: 0 });
  });

  test('asks again for avatars with --retry-files, and changes no message, whose files the service keeps as they are', async () => {
    await using here = await copiesHere();
    here.copies('', 'sync: {}');
    const [lost, avatar] = ['/a.png', '/ann.png'].map((path) => here.source.answer(path, status(404)));
    here.users({ ann: avatar ?? '' });
    here.messages({ muid: 'm1', files: [lost ?? ''], text: 'look' });
    expect(copiesIn((await here.json('run', '--yes')).result).failed).toMatchObject({ gone: 2 });
    here.source.put('/a.png', png('a'));
    here.source.put('/ann.png', png('ann'));
    here.source.forget();
    const same = await here.json('run', '--yes');
    expect([here.source.connections, same.result.entities.messages?.unchanged]).toEqual([0, 1]);
    here.messages(
      { muid: 'm1', files: [lost ?? ''], text: 'look' },
      { muid: 'm2', files: [here.source.put('/b.png', png('b'))] },
    );
    const retried = await here.json('run', '--yes', '--retry-files');
    expect(retried.exitCode).toBe(0);
    expect(here.source.counts()).toEqual({ '/ann.png': 1, '/b.png': 1 });
    expect(retried.result.entities).toMatchObject({
      users: { updated: 1 },
      messages: { unchanged: 1, created: 1 },
    });
    expect(await avatarOf(here, 'ann')).toBe(`${PUBLIC}/${keyOf(png('ann'))}`);
    const after = await here.json('run', '--yes');
    expect(after.result.entities).toMatchObject({ users: { unchanged: 3 }, messages: { unchanged: 2 } });
  });

  test('does not change a message that was sent while a host did not answer, once it does', async () => {
    await using here = await copiesHere();
    here.copies('', 'sync: {}');
    const system = { ...realSystem, clock: skippingClock() };
    here.messages({ muid: 'm1', files: [here.source.answer('/a.png', status(503))], text: 'look' });
    const first = await runHere(['run', here.pipeline, '--yes', '--finish-files'], undefined, system);
    expect(first.exitCode).toBe(0);
    here.source.put('/a.png', png('a'));
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.entities.messages?.unchanged]).toEqual([0, 1]);
  });

  test('with a saved plan copies first, and then does what the plan says', async () => {
    await using here = await copiesHere();
    here.copies('', 'sync: {}');
    here.messages({ muid: 'm0', text: 'before' });
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    here.messages(
      { muid: 'm0', text: 'before' },
      { muid: 'm1', files: [here.source.put('/a.png', png('a'))] },
    );
    const plan = here.state('saved.json');
    expect((await runHere(['plan', here.pipeline, '--out', plan])).exitCode).toBe(0);
    expect(here.source.connections).toBe(0);
    const { exitCode } = await here.json('run', '--yes', '--plan', plan);
    expect([exitCode, await here.sent()]).toEqual([0, { m0: [], m1: [`${PUBLIC}/${keyOf(png('a'))}`] }]);
  });
});

test('a pilot copies the files of its rows alone', async () => {
  await using here = await copiesHere();
  const { source } = here;
  const rows = Object.entries({ a: 'ben', b: 'cy', c: 'cy' });
  here.messages(
    ...rows.map(([name, receiver]) => ({
      muid: name,
      receiver,
      files: [source.put(`/${name}.png`, png(name))],
    })),
  );
  const pilot = await here.json('run', '--yes', '--conversation', 'ann,ben');
  expect([pilot.exitCode, copiesIn(pilot.result).distinct]).toEqual([0, 1]);
  expect(Object.keys(here.store.list())).toEqual([keyOf(png('a'))]);
  const whole = await here.json('run', '--yes');
  expect([whole.exitCode, copiesIn(whole.result)]).toEqual([
    0,
    expect.objectContaining({ copied: 2, known: 1 }),
  ]);
});

test('rows that were rejected for a file are sent by a retry, once --retry-files has found it', async () => {
  await using here = await copiesHere();
  here.copies('onFailure: reject, maxFailed: 100%');
  here.messages(
    { muid: 'm1', files: [here.source.answer('/a.png', status(404))] },
    { muid: 'm2', files: [here.source.put('/b.png', png('b'))] },
  );
  const first = await here.json('run', '--yes');
  expect([first.exitCode, first.result.problems.map(({ code }) => code)]).toEqual([4, ['FILE.GONE']]);
  here.source.put('/a.png', png('a'));
  const files = await here.json('run', '--only', 'files', '--retry-files');
  expect([files.exitCode, copiesIn(files.result).copied]).toEqual([0, 1]);
  here.source.forget();
  const { exitCode, stderr } = await runHere(['rejects', 'retry', here.pipeline, '--yes']);
  expect([exitCode, here.source.connections], stderr).toEqual([0, 0]);
  expect(await here.sent()).toEqual({
    m1: [`${PUBLIC}/${keyOf(png('a'))}`],
    m2: [`${PUBLIC}/${keyOf(png('b'))}`],
  });
});

test('what a migration has sent keeps its addresses: failed files are not asked again, and that is said', async () => {
  await using here = await copiesHere();
  here.messages({ muid: 'm1', files: [here.source.answer('/a.png', status(404))], text: 'look' });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  here.source.forget();
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes', '--retry-files']);
  expect([exitCode, here.source.connections]).toEqual([0, 0]);
  expect(stderr).toMatch(/1 file that could not be copied before stays so: rows were sent/);
});

test('--fresh keeps what was copied', async () => {
  await using here = await copiesHere();
  here.messages({ muid: 'm1', files: [here.source.put('/a.png', png('a'))] });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  here.source.forget();
  const fresh = await here.json('run', '--yes', '--fresh');
  expect([fresh.exitCode, here.source.connections, copiesIn(fresh.result).known]).toEqual([0, 0, 1]);
});

test('a state without its index of copies knows them all the same', async () => {
  await using here = await copiesHere();
  here.messages({ muid: 'm1', files: [here.source.put('/a.png', png('a'))] });
  expect((await here.json('run', '--only', 'files')).exitCode).toBe(0);
  rmSync(here.state('files', 'map.sqlite'));
  here.source.forget();
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(here.source.connections).toBe(0);
});
