import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { enqueue } from '../../src/features/fleet/queue/enqueue.ts';
import { openQueue } from '../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../src/features/fleet/queue/queue-url.ts';
import { submissionOf } from '../../src/features/fleet/queue/submission.ts';
import { readStatus } from '../../src/features/fleet/status/read-status.ts';
import { realSystem } from '../../src/system/system.ts';
import { startCli } from '../../test/e2e/cli-process.ts';
import { serverKinds } from '../../test/features/fleet/queue-servers.ts';
import type { Used } from './worker.ts';

/** Clock ticks a second, of the times in `/proc`. */
const TICKS = 100;
const LOOK_EVERY_MS = 50;

/** Submits a pipeline to a queue with so many workers, which have started, and waits until it has ended. */
export async function throughQueue(pipeline: string, workers: number, kind: string): Promise<Used> {
  const found = serverKinds.find(({ name, missing }) => name === kind && missing === undefined);
  if (!found) throw new Error(`there is no ${kind} here`);
  await using server = await found.start();
  const env = { CHATFERRY_QUEUE: await server.queue() };
  const config = join(dirname(pipeline), 'worker.yaml');
  writeFileSync(config, 'version: 1\npipelines: [.]\nkeys: [{ env: CHATFERRY_API_KEY, host: 127.0.0.1 }]\n');
  const all = Array.from({ length: workers }, () =>
    startCli(['fleet', 'work', '--config', config, '--concurrency', '1'], env),
  );
  try {
    await using open = await openQueue(queueUrlOf(undefined, env));
    while ((await readStatus(open, Date.now())).workers.length < workers) await sleep(LOOK_EVERY_MS);
    const pids = all.map(({ child }) => child.pid as number);
    const before = cpuOf(pids);
    const startedAt = performance.now();
    const asked = { command: 'run', strict: false, allowNotifications: false } as const;
    const { id } = await enqueue(
      open.pipelines,
      submissionOf(pipeline, asked, { env: process.env, system: realSystem }),
    );
    while (!(await open.pipelines.getJob(id))?.finishedOn) await sleep(LOOK_EVERY_MS);
    const seconds = (performance.now() - startedAt) / 1_000;
    const [{ last } = {}] = (await readStatus(open, Date.now())).pipelines;
    if (last?.exitCode !== 0) throw new Error(`the fleet ended with ${JSON.stringify(last)}`);
    return { seconds, cpuSeconds: cpuOf(pids) - before, peakBytes: Math.max(...pids.map(peakOf)) };
  } finally {
    for (const { child } of all) child.kill('SIGKILL');
    await Promise.all(all.map(({ ended }) => ended));
  }
}

/** The processor time that processes have used so far, seconds. */
function cpuOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    // What follows the name of the program, which may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024;
