import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job } from 'bullmq';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FleetJob } from '../../../src/features/fleet/queue/fleet-job.ts';
import { openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import type { FleetPipeline } from '../../../src/features/fleet/status/fleet-status.ts';
import { type Fleet, makeFleet, sharedPipelines } from './fleet-loop.ts';
import { type ServerKind, serverKinds } from './queue-servers.ts';

/** So slow that there is time to look at it. */
function slowDown(file: string, requestsPerMinute: number, batch = 50): void {
  const text = readFileSync(file, 'utf8');
  const limits = `limits: { requestsPerMinute: ${requestsPerMinute}, batch: ${batch} }`;
  writeFileSync(file, text.replace(/^limits: .*$/m, limits));
}

/** Waits until a pipeline is as it should be. */
async function until(
  fleet: Fleet,
  isSo: (pipeline: FleetPipeline) => boolean,
  name = 'app-0',
): Promise<FleetPipeline> {
  for (;;) {
    const found = (await fleet.status().catch(() => undefined))?.pipelines.find((each) => each.name === name);
    if (found && isSo(found)) return found;
    await sleep(200);
  }
}

// What a queue says and keeps is tested over each kind of server in the other files, and here where it is restarted.
const { start: startServer } = serverKinds.at(-1) as (typeof serverKinds)[number];

describe('a fleet over PostgreSQL', () => {
  let server: Awaited<ReturnType<ServerKind['start']>>;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test('canceled, submitted again, and drained, goes on where it stopped', async () => {
    await using fleet = await makeFleet(await server.queue(), { pipelines: 1, rows: 1_032 });
    const [file = ''] = fleet.files;
    // Every request takes a second: the messages would take 200 s.
    slowDown(file, 60, 5);
    expect((await fleet.fleet('submit', file)).code).toBe(0);
    const again = await fleet.fleet('submit', file);
    expect([again.code, again.out]).toEqual([8, 'app-0: is already waiting\n']);
    expect(again.err).toContain('FLEET.ALREADY_SUBMITTED');
    const first = fleet.worker();
    const running = await until(fleet, ({ progress }) => progress?.entity === 'messages');
    expect(running).toMatchObject({ state: 'running', progress: { total: expect.any(Number) } });
    const at = new URL(fleet.proxy.baseUrl).host;
    expect((await fleet.status()).budgets).toMatchObject([
      { app: at, allowedPerMinute: 60, requestsPerMinute: expect.any(Number), pipelines: ['app-0'] },
    ]);
    expect((await fleet.fleet('status')).out).toMatch(
      new RegExp(
        `^app ${at}: [\\d.]+ of 60 import requests/min \\((declared|set by the service)\\); app-0$`,
        'm',
      ),
    );
    const twice = await fleet.fleet('submit', file);
    expect(twice.out).toBe(`app-0: is running already on ${running.worker}\n`);

    // Of two submissions at the same moment, the one that counts may come when the other one was taken already.
    await using open = await openQueue(queueUrlOf(undefined, { CHATFERRY_QUEUE: fleet.queue }));
    const job = (await open.pipelines.getJob(running.id)) as Job<FleetJob>;
    await job.updateData({ ...job.data, submission: 'the-other-one' });
    const taken = async () => (await open.pipelines.getJob(running.id))?.processedOn;
    while ((await taken()) === job.processedOn) await sleep(100);
    expect(await until(fleet, ({ state }) => state !== 'waiting')).toMatchObject({ state: 'running' });

    const canceled = await fleet.fleet('cancel', 'app-0');
    expect([canceled.code, canceled.out]).toEqual([
      0,
      expect.stringContaining('app-0: stopped, its state is saved'),
    ]);
    const stopped = await until(fleet, ({ state }) => state === 'failed');
    expect(stopped.last).toMatchObject({ code: 'FLEET.CANCELED', exitCode: 130 });
    const shown = await fleet.fleet('status');
    expect(shown.out).toMatch(/✗ app-0 .*FLEET.CANCELED/);
    const ended = await fleet.fleet('cancel', file);
    expect(ended.out).toBe('app-0: has already ended\n');

    // A worker that is told to end gives its pipeline to another one.
    slowDown(file, 240);
    fleet.proxy.hold('app-0', 2);
    expect((await fleet.fleet('submit', file)).code).toBe(0);
    await expect.poll(fleet.proxy.held).toBeGreaterThan(0);
    first.child.kill('SIGTERM');
    fleet.proxy.open();
    expect((await first.ended).code).toBe(0);
    expect(await until(fleet, () => true)).toMatchObject({ state: 'waiting' });
    fleet.worker();
    const done = await until(fleet, ({ state }) => state === 'done');
    expect(done.last).toMatchObject({ exitCode: 0, counts: { read: 1_032, created: 1_032 } });
    expect(await fleet.faults()).toEqual([]);
  });

  test('whose worker is frozen and wakes: another one finds the state locked, waits, and no row is sent twice', async () => {
    await using fleet = await makeFleet(await server.queue(), { pipelines: 1, rows: 432 });
    const [file = ''] = fleet.files;
    fleet.proxy.hold('app-0', 5);
    expect((await fleet.fleet('submit', file)).code).toBe(0);
    const first = fleet.worker();
    await until(fleet, ({ progress }) => progress?.entity === 'messages');
    first.child.kill('SIGSTOP');
    fleet.worker();
    const locked = await until(fleet, ({ state }) => state === 'retrying');
    expect(locked.retry).toMatchObject({ code: 'STATE.LOCKED', tries: expect.any(Number) });
    // Each of its tries runs for a moment, so that the wait is not seen at every look.
    await expect.poll(async () => (await fleet.fleet('status')).out).toContain('! app-0');
    first.child.kill('SIGCONT');
    fleet.proxy.open();
    const { pipelines } = await fleet.untilEnded();
    expect(pipelines).toMatchObject([{ state: 'done', last: { counts: { read: 432, created: 432 } } }]);
    expect(await fleet.faults()).toEqual([]);
    expect(sharedPipelines(fleet.proxy)).toEqual([]);
  });

  test('runs a schedule at its times, leaves out a night while the one before runs, and says so', async () => {
    await using fleet = await makeFleet(await server.queue(), { pipelines: 2, rows: 132 });
    const [file = '', slow = ''] = fleet.files;
    fleet.proxy.hold('app-1', 2);
    const planned = await fleet.fleet('schedule', file, '--at', '*/2 * * * * *', '--zone', 'Europe/Berlin');
    expect([planned.code, planned.out]).toEqual([
      0,
      expect.stringMatching(/^app-0: at \*\/2 .* \(Europe\/Berlin\), the next time at 2/),
    ]);
    expect((await fleet.fleet('schedule', slow, '--at', '*/2 * * * * *')).code).toBe(0);
    expect((await fleet.status()).pipelines).toMatchObject([{ state: 'scheduled' }, { state: 'scheduled' }]);
    fleet.worker();
    const first = await until(fleet, ({ last }) => last !== undefined);
    await until(fleet, ({ last }) => last?.exitCode === 0 && last.at > (first.last?.at ?? ''));
    const late = await until(fleet, ({ schedule }) => (schedule?.missed?.nights ?? 0) > 1, 'app-1');
    expect(late.schedule).toMatchObject({ missed: { why: 'running' }, next: expect.any(String) });
    expect((await fleet.fleet('status')).out).toMatch(/app-1: \d+ missed, .* still running/);
    fleet.proxy.open();
    for (const each of fleet.files) expect((await fleet.fleet('unschedule', each)).code).toBe(0);
    const unknown = await fleet.fleet('unschedule', file);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('FLEET.UNKNOWN_PIPELINE')]);
    await fleet.untilEnded();
    expect(await fleet.faults()).toEqual([]);
  });
});

for (const { name, missing, start } of serverKinds)
  describe.skipIf(missing)(`a fleet over ${name}${missing ? ` (${missing})` : ''}`, () => {
    test('whose queue is restarted and emptied while it works loses no row: submitted again, it is done', async () => {
      await using server = await start();
      await using fleet = await makeFleet(await server.queue(), { pipelines: 4, rows: 432 });
      for (const file of fleet.files) slowDown(file, 120);
      expect((await fleet.fleet('submit', ...fleet.files)).code).toBe(0);
      fleet.worker();
      await until(fleet, ({ state }) => state === 'running');
      await server.stop();
      await server.start();
      await server.empty(fleet.queue);
      const again = await fleet.fleet('submit', ...fleet.files);
      expect([0, 8]).toContain(again.code);
      fleet.worker();
      const { pipelines } = await fleet.untilEnded();
      expect(pipelines.map(({ state, last }) => [state, last?.counts])).toEqual(
        Array(4).fill(['done', { read: 432, created: 432 }]),
      );
      expect(await fleet.faults()).toEqual([]);
    });
  });
