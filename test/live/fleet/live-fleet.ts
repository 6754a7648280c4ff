import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import type { FleetPipeline } from '../../../src/features/fleet/status/fleet-status.ts';
import { readStatus } from '../../../src/features/fleet/status/read-status.ts';
import { type CliProcess, startCli } from '../../e2e/cli-process.ts';
import { cli } from '../../support/cli-here.ts';
import type { EndedHere } from '../../support/main-here.ts';
import { type TwoSystems, twoSystems } from '../phases/two-systems.ts';

/** Two apps, whose pipeline is done by workers of a fleet. */
export type LiveFleet = AsyncDisposable & {
  readonly systems: TwoSystems;
  /** Runs a command in this process. */
  readonly command: (...args: readonly string[]) => Promise<EndedHere>;
  /** Starts a worker, with these lines of its file, and these keys besides those of the apps; it is killed in the end. */
  readonly worker: (rules: readonly string[], ...keys: readonly string[]) => CliProcess;
  /** Waits until the pipeline is so in the queue. */
  readonly untilJob: (is: (job: FleetPipeline) => boolean, name?: string) => Promise<FleetPipeline>;
  /** The port that the pipeline names. */
  readonly port: number;
};

const WAIT_MS = 120_000;

/**
 * @param queue the URL of an empty queue
 * @param rest as in `twoSystems`
 */
export async function liveFleet(queue: string, rest?: readonly string[]): Promise<LiveFleet> {
  await using opening = new AsyncDisposableStack();
  const systems = opening.use(await twoSystems(rest));
  const { folder, pipeline } = systems;
  const text = readFileSync(pipeline, 'utf8');
  const port = Number(/listen: \{ port: (\d+) \}/.exec(text)?.[1]);
  const keys = [...text.matchAll(/apiKey: \{ file: ("[^"]+") \}/g)].map(([, file]) => file);
  const env = { CHATFERRY_QUEUE: queue };
  const workers: CliProcess[] = [];
  opening.defer(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
  });
  const untilJob: LiveFleet['untilJob'] = async (is, name = 'move') => {
    await using open = await openQueue(queueUrlOf(undefined, env));
    const end = Date.now() + WAIT_MS;
    for (;;) {
      const { pipelines } = await readStatus(open, Date.now());
      const job = pipelines.find((each) => each.name === name);
      if (job && is(job)) return job;
      if (Date.now() > end) throw new Error(`not in time: ${JSON.stringify(job)}, ${said(workers)}`);
      await sleep(100);
    }
  };
  const opened = opening.move();
  return {
    systems,
    port,
    untilJob,
    command: (...args) => cli(args, env),
    worker: (rules, ...more) => {
      const file = join(folder, `worker-${workers.length}.yaml`);
      const named = [...keys.map((key) => `file: ${key}`), ...more].map(
        (key) => `  - { ${key}, host: 127.0.0.1 }`,
      );
      writeFileSync(file, ['version: 1', ...rules, 'keys:', ...named, ''].join('\n'));
      const worker = startCli(['fleet', 'work', '--config', file, '--json'], {
        ...env,
        HOOK_PASSWORD: 'told-to-the-worker',
      });
      workers.push(worker);
      return worker;
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const said = (workers: readonly CliProcess[]): string => workers.map((worker) => worker.said()).join('\n');
