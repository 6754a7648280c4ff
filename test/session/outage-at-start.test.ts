import { expect, test } from 'vitest';
import { skippingClock } from '../support/skipping-clock.ts';
import { type TamperedService, tamperedService } from '../support/tampered-service.ts';

const MINUTE = 60_000;

/** A pipeline before a service that can be away for a time, and how long each run waits. */
async function nights(rest: string) {
  const clock = skippingClock();
  const it = await tamperedService({ clock });
  it.write('users.csv', 'uid,name\nann,Ann\nben,Ben\n');
  const pipeline = it.write(
    'pipeline.yaml',
    `version: 1\nname: nights\n${it.target} }\nsources: { users: { path: users.csv } }\n${rest}\n`,
  );
  let backAt = 0;
  it.tamper((_, forward) => (clock.elapsed() < backAt ? { status: 0, body: '' } : forward()));
  const command = async (...args: readonly [string, ...string[]]) => {
    const begun = clock.elapsed();
    const [verb, ...options] = args;
    const ended = await it.run(verb, pipeline, ...options);
    return { ...ended, minutes: Math.round((clock.elapsed() - begun) / MINUTE) };
  };
  return {
    it,
    command,
    run: () => command('run', '--yes'),
    awayFor: (minutes: number) => {
      backAt = clock.elapsed() + minutes * MINUTE;
    },
    [Symbol.asyncDispose]: () => it[Symbol.asyncDispose](),
  };
}

const nameOf = async ({ service }: TamperedService, uid: string) =>
  (await Array.fromAsync(service.users.list())).find((user) => user.uid === uid)?.name;

test('a night that begins in an outage waits for the service as one in which it begins later does', async () => {
  await using here = await nights('sync: {}');
  expect((await here.run()).exitCode).toBe(0);
  here.it.write('users.csv', 'uid,name\nann,Anna\nben,Ben\n');
  here.awayFor(40);
  const night = await here.run();
  expect([night.exitCode, await nameOf(here.it, 'ann')], night.stderr).toEqual([0, 'Anna']);
  expect(night.minutes).toBeGreaterThanOrEqual(40);
  expect(night.stderr).toMatch(/service not answering for \d+ \w+, retry \d+/);

  here.it.write('users.csv', 'uid,name\nann,Ann\nben,Ben\n');
  here.awayFor(500);
  const ended = await here.run();
  expect([ended.exitCode, ended.minutes], ended.stderr).toEqual([7, 60]);
  expect(ended.stderr).toContain('SERVICE.OUTAGE');
  expect(ended.stderr).toContain('no request has succeeded for 3600 s');
  here.awayFor(0);
  expect([(await here.run()).exitCode, await nameOf(here.it, 'ann')]).toEqual([0, 'Ann']);
});

test('a removal that begins in an outage waits as well', async () => {
  await using here = await nights('sync: { onMissing: delete }');
  expect((await here.run()).exitCode).toBe(0);
  here.it.write('users.csv', 'uid,name\nann,Ann\n');
  here.awayFor(40);
  expect((await here.run()).exitCode).toBe(0);
  expect(await nameOf(here.it, 'ben')).toBeUndefined();
});

test.each(['', 'sync: {}'])(
  'the first run of all, whose address may be wrong, ends within 15 s (%s)',
  async (rest) => {
    await using here = await nights(rest);
    here.awayFor(40);
    const { exitCode, minutes, stderr } = await here.run();
    expect([exitCode, minutes, stderr]).toEqual([7, 0, expect.stringContaining('SERVICE.UNREACHABLE')]);
  },
);

test('a verification that begins in an outage waits for a service that has answered a run', async () => {
  await using here = await nights('sync: {}');
  here.awayFor(40);
  expect((await here.command('verify')).minutes).toBe(0);
  here.awayFor(0);
  expect((await here.run()).exitCode).toBe(0);
  here.awayFor(40);
  const { exitCode, minutes, stderr } = await here.command('verify');
  expect(exitCode, stderr).toBe(0);
  expect(minutes).toBeGreaterThanOrEqual(40);
});
