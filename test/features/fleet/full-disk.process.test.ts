import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { World } from '../../../src/cli/main.ts';
import { jobProgressOf } from '../../../src/features/fleet/queue/fleet-job.ts';
import { openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import { type Files, realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { mainHere } from '../../support/main-here.ts';
import { ownFolder } from './own-folder.ts';
import { serverKinds } from './queue-servers.ts';

/** A disk that takes no ledger until there is room. */
function fullDisk(): { readonly files: Files; room(): void } {
  const ledgers = new Set<number>();
  let isFull = true;
  const synced = (file: number): void => {
    if (isFull && ledgers.has(file)) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  };
  const openSync: Files['openSync'] = (path, flags, mode) => {
    const file = realFiles.openSync(path, flags, mode);
    ledgers[path.endsWith('ledger.log') ? 'add' : 'delete'](file);
    return file;
  };
  const fdatasync: Files['fdatasync'] = async (file) => synced(file);
  const room = (): void => {
    isFull = false;
  };
  return { files: { ...realFiles, openSync, fdatasync, fsyncSync: synced }, room };
}

test('a pipeline whose disk was full goes on in the same worker, says how, and the worker ends with 0', async () => {
  await using server = await (serverKinds.at(-1) as (typeof serverKinds)[number]).start();
  using own = ownFolder();
  const env = { CHATFERRY_QUEUE: await server.queue() };
  const file = own.pipeline();
  const disk = fullDisk();
  let stop: Parameters<World['onSignal']>[0] = () => {};
  const worker = mainHere(['fleet', 'work', '--config', own.trusting()], env, {
    system: { ...realSystem, files: disk.files },
    onSignal: (listener) => {
      stop = listener;
    },
  });
  await using open = await openQueue(queueUrlOf(undefined, env));
  const ended = async (state: string) => {
    for (;;) {
      const [job] = await open.pipelines.getJobs();
      if (job && (await job.getState()) === state) return jobProgressOf(job.progress);
      await sleep(50);
    }
  };
  expect((await mainHere(['fleet', 'submit', file], env)).code).toBe(0);
  expect((await ended('delayed')).retry).toMatchObject({
    code: 'STATE.UNWRITABLE',
    hint: expect.stringContaining(`chatferry run ${file}`),
  });
  disk.room();
  expect((await mainHere(['fleet', 'submit', file], env)).code).toBe(0);
  expect((await ended('completed')).last).toMatchObject({ exitCode: 0, counts: { created: 1 } });
  stop('SIGTERM');
  expect(await worker).toMatchObject({ code: 0, err: expect.not.stringContaining('STATE.UNWRITABLE') });
});
