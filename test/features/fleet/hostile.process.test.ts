import { once } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type FleetJob, jobProgressOf } from '../../../src/features/fleet/queue/fleet-job.ts';
import { type FleetQueue, openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import { startCli } from '../../e2e/cli-process.ts';
import { mainHere } from '../../support/main-here.ts';
import { jobOf, SANDBOX, USERS } from './job-of.ts';
import { ownFolder, refusal } from './own-folder.ts';
import { serverKinds } from './queue-servers.ts';

for (const { name, missing, start } of serverKinds)
  describe.skipIf(missing)(
    `a queue in ${name} with what somebody else has written${missing ? ` (${missing})` : ''}`,
    () => {
      /** Puts a job there; waits until it has ended, and returns its error. */
      async function ended(queue: FleetQueue, data: unknown, id: string): Promise<string | undefined> {
        await queue.pipelines.add('run', data as FleetJob, { jobId: id });
        for (;;) {
          const job = await queue.pipelines.getJob(id);
          if (job?.finishedOn) return jobProgressOf(job.progress).last?.code ?? job.failedReason;
          await sleep(50);
        }
      }

      test('a worker fails it, and goes on; what others see of it is harmless', async () => {
        await using server = await start();
        using own = ownFolder();
        const env = { CHATFERRY_QUEUE: await server.queue() };
        own.write('secret.csv', 'uid,name\nsecret,word\n');
        const file = own.pipeline();
        mkdirSync(join(own.folder, 'deep'));
        symlinkSync(own.folder, join(own.folder, 'deep', 'up'));
        own.write('deep/app.yaml', 'version: 1\nname: app\n');
        const config = own.write('worker.yaml', 'version: 1\nfolders: [.]');
        const worker = startCli(['fleet', 'work', '--json', '--config', config], env);
        await once(worker.child.stdout as Readable, 'data');
        await using open = await openQueue(queueUrlOf(undefined, env));
        expect(await ended(open, null, 'null')).toBe('FLEET.JOB_INVALID');
        expect(await ended(open, { name: ['\u001b[2J'], stage: 7 }, 'odd')).toBe('FLEET.JOB_INVALID');
        const deep: unknown = JSON.parse(`${'[['.repeat(2_000)}1${']]'.repeat(2_000)}`);
        expect(await ended(open, { ...jobOf(file, USERS), text: deep }, 'deep')).toBe('FLEET.JOB_INVALID');
        expect(await ended(open, jobOf('/etc/app.yaml', `${SANDBOX}${USERS}`), 'etc')).toBe(
          'FLEET.PATH_REFUSED',
        );
        // A glob is only known by what it finds: a link that leads out is followed by no job.
        const globbed = jobOf(
          join(dirname(file), 'deep/app.yaml'),
          `${SANDBOX}sources: { users: { path: "*/secret.csv" } }\n`,
        );
        expect(await ended(open, globbed, 'globbed')).toMatch(/^(?:FLEET\.PATH_REFUSED|SOURCE\.MISSING)$/);
        expect(await ended(open, jobOf(file, `${SANDBOX}sources: ${'['.repeat(50_000)}`), 'yaml')).toMatch(
          /^CONFIG/,
        );
        expect(await ended(open, jobOf(file, `${SANDBOX}${USERS}# changed\n`), 'good')).toBeUndefined();

        // With what is none of ours in it, no command touches the queue.
        expect(refusal(await mainHere(['fleet', 'status'], env))).toEqual([2, 'FLEET.FOREIGN_QUEUE']);
        for (const id of ['null', 'odd', 'deep']) await open.pipelines.remove(id);
        const job = await open.pipelines.getJob('etc');
        for (const progress of [
          { last: { code: 'A\u001b[2J', message: 7 } },
          { last: { at: 'never', counts: null }, rows: { done: 'x', entity: '\u001b[2J' } },
          { retry: [], begunMs: 'x', __proto__: 1 },
          'text',
          [1],
        ]) {
          await job?.updateProgress(progress as object);
          const shown = await mainHere(['fleet', 'status'], env);
          expect([shown.code, shown.err]).toEqual([0, '']);
          expect(shown.out).not.toContain('\u001b');
          expect(shown.out).toMatch(/^app +done/m);
        }
        worker.child.kill('SIGTERM');
        expect((await worker.ended).code).toBe(0);
        await open.schedules.add('night', { ...jobOf(file, USERS), schedule: { at: 'x', zone: 'y' } });
        expect(refusal(await mainHere(['fleet', 'status'], env))).toEqual([0, undefined]);
      });
    },
  );
