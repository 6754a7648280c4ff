import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nightOf } from '../../../src/features/fleet/queue/fleet-job.ts';
import { openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import { readStatus } from '../../../src/features/fleet/status/read-status.ts';
import { cli as runProcess, startCli } from '../../e2e/cli-process.ts';
import { cli } from '../../support/cli-here.ts';
import { type Fleet, makeFleet } from './fleet-loop.ts';
import { ownFolder, refusal } from './own-folder.ts';
import { type ServerKind, serverKinds } from './queue-servers.ts';

const shifted = (seconds: number) => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'shifted-clock.mjs')}`,
  SHIFT_MS: `${seconds * 1_000}`,
});

/** In this time a worker looks several times whether others are gone. */
const LOOKS_MS = 6_000;
const SIZE = { pipelines: 1, rows: 432 };

const workerOf = (fleet: Fleet, seconds: number) =>
  startCli(['fleet', 'work', '--config', join(fleet.folder, 'worker.yaml')], {
    CHATFERRY_QUEUE: fleet.queue,
    ...shifted(seconds),
  });

for (const { name, missing, start } of serverKinds)
  describe.skipIf(missing)(
    `machines with other clocks than the queue in ${name}${missing ? ` (${missing})` : ''}`,
    () => {
      let server: Awaited<ReturnType<ServerKind['start']>>;
      beforeAll(async () => {
        server = await start();
      });
      afterAll(() => server[Symbol.asyncDispose]());

      test('an hour apart, take nothing from it and schedule nothing, and say why', async () => {
        using own = ownFolder();
        const env = { CHATFERRY_QUEUE: await server.queue() };
        const at = ['--at', '0 2 * * *'];
        for (const [seconds, words] of [
          [3_600, /(?:59|60) m ahead of/],
          [-3_600, /(?:59|60) m behind/],
        ] as const)
          for (const args of [['work'], ['schedule', own.pipeline(), ...at]]) {
            const ended = await runProcess(['fleet', ...args], { ...env, ...shifted(seconds) });
            expect(refusal({ ...ended, code: ended.code ?? 0 })).toEqual([2, 'FLEET.CLOCK_WRONG']);
            expect(ended.err).toMatch(words);
          }
        expect(JSON.parse((await cli(['fleet', 'status', '--json'], env)).out)).toMatchObject({
          pipelines: [],
        });
      });

      test('some seconds apart, begin each night once', async () => {
        using own = ownFolder();
        const env = { CHATFERRY_QUEUE: await server.queue() };
        const workers = [10, -10].map((seconds) =>
          startCli(['fleet', 'work', '--json', '--config', own.trusting()], { ...env, ...shifted(seconds) }),
        );
        expect((await cli(['fleet', 'schedule', own.pipeline(), '--at', '*/2 * * * * *'], env)).code).toBe(0);
        await using open = await openQueue(queueUrlOf(undefined, env));
        const nights = async () =>
          (await open.schedules.getJobs(['completed'])).flatMap((job) => nightOf(job.returnvalue) ?? []);
        while ((await nights()).length < 4) await sleep(200);
        const planned = (await nights()).map(({ plannedMs }) => plannedMs);
        expect(new Set(planned).size).toBe(planned.length);
        expect((await cli(['fleet', 'unschedule', 'app'], env)).code).toBe(0);
        // A night that has just begun comes to its end.
        while ((await open.schedules.getActiveCount()) > 0) await sleep(100);
        while ((await readStatus(open, Date.now())).pipelines[0]?.state !== 'done') await sleep(100);
        for (const { child, ended } of workers) {
          child.kill('SIGTERM');
          expect((await ended).code).toBe(0);
        }
        const [status] = (
          JSON.parse((await cli(['fleet', 'status', '--json'], env)).out) as { pipelines: object[] }
        ).pipelines;
        expect(status).toMatchObject({ name: 'app', state: 'done', last: { exitCode: 0 } });
      });

      test('some seconds apart, one takes over what a killed one had, soon, and no row is sent twice', async () => {
        await using fleet = await makeFleet(await server.queue(), SIZE);
        fleet.proxy.hold('app-0', 5);
        expect((await fleet.fleet('submit', ...fleet.files)).code).toBe(0);
        const first = workerOf(fleet, 10);
        while ((await fleet.status()).pipelines[0]?.progress?.entity !== 'messages') await sleep(100);
        first.child.kill('SIGKILL');
        await first.ended;
        fleet.proxy.open();
        const second = workerOf(fleet, -10);
        const { pipelines } = await fleet.untilEnded();
        second.child.kill('SIGTERM');
        const { code, out } = await second.ended;
        expect(code).toBe(0);
        // It has waited for the queue to give up the other one, and for nothing else: the state is free at once.
        expect(out).toContain('app-0: ended with 0');
        expect(out).not.toContain(', again in ');
        expect(pipelines).toMatchObject([{ state: 'done', last: { counts: { read: 432, created: 432 } } }]);
        expect(await fleet.faults()).toEqual([]);
      });

      test('some seconds apart, the one ahead leaves what another one does to it', async () => {
        await using fleet = await makeFleet(await server.queue(), SIZE);
        fleet.proxy.hold('app-0', 5);
        const first = workerOf(fleet, -10);
        expect((await fleet.fleet('submit', ...fleet.files)).code).toBe(0);
        while ((await fleet.status()).pipelines[0]?.progress?.entity !== 'messages') await sleep(100);
        const second = workerOf(fleet, 10);
        // By its clock the other one is gone, over PostgreSQL; over Redis the server judges, and it only looks at the queue.
        if (name === 'Redis') await sleep(LOOKS_MS);
        else while ((await fleet.status()).pipelines[0]?.state !== 'retrying') await sleep(100);
        fleet.proxy.open();
        const { pipelines } = await fleet.untilEnded();
        expect(pipelines).toMatchObject([{ state: 'done', last: { exitCode: 0, counts: { read: 432 } } }]);
        expect(await fleet.faults()).toEqual([]);
        for (const each of [first, second]) {
          each.child.kill('SIGTERM');
          expect((await each.ended).code).toBe(0);
        }
      });
    },
  );
