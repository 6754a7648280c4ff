import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { doStages } from '../../test/features/fleet/shards/stage-process.ts';
import { mainHere } from '../../test/support/main-here.ts';
import { type Child, startNode } from '../child.ts';
import type { Usage } from '../probe.ts';

/** What a worker is told: a whole run, or stages. */
type Order = { readonly pipeline: string; readonly stages: readonly string[] };
/** What it has used for that. */
export type Used = Pick<Usage, 'cpuSeconds' | 'peakBytes'> & { readonly seconds: number };

/** A process that has loaded the program, as that of a worker which does one job after the other. */
export type Worker = AsyncDisposable & {
  /** Runs the pipeline in one process. */
  run(pipeline: string): Promise<Used>;
  stages(pipeline: string, ...stages: readonly string[]): Promise<Used>;
};

export async function startWorker(): Promise<Worker> {
  const child: Child = startNode([import.meta.filename]);
  const exited = once(child, 'exit');
  child.stderr.pipe(process.stderr);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  const ask = async (order: Order): Promise<Used> => {
    child.stdin.write(`${JSON.stringify(order)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('a worker has ended');
    return JSON.parse(value) as Used;
  };
  return {
    run: (pipeline) => ask({ pipeline, stages: [] }),
    stages: (pipeline, ...stages) => ask({ pipeline, stages }),
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await exited;
    },
  };
}

async function work({ pipeline, stages }: Order): Promise<void> {
  const exitCode =
    stages.length > 0
      ? (await doStages(pipeline, stages, () => {})).exitCode
      : (await mainHere(['run', pipeline, '--yes', '--quiet'])).code;
  if (exitCode !== 0) throw new Error(`${stages.join(', ') || 'the run'} ended with ${exitCode}`);
}

if (process.argv[1] === import.meta.filename) {
  console.log('ready');
  for await (const line of createInterface({ input: process.stdin })) {
    const [startedAt, before] = [performance.now(), process.cpuUsage()];
    await work(JSON.parse(line) as Order);
    const { user, system } = process.cpuUsage(before);
    const used: Used = {
      seconds: (performance.now() - startedAt) / 1_000,
      cpuSeconds: (user + system) / 1_000_000,
      peakBytes: process.resourceUsage().maxRSS * 1_024,
    };
    console.log(JSON.stringify(used));
  }
}
