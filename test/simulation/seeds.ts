import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { SeedAnswer, ToldSeed } from './seed-worker.ts';

const WORKER = join(import.meta.dirname, 'seed-worker.ts');
/** Most of what a seed allocates is garbage at once: a larger nursery saves a tenth of the time. */
export const FLAGS = ['--max-semi-space-size=32'];

/** Which seeds are run. */
export type Seeds = {
  readonly from: number;
  readonly count: number;
  /** Processes at once. */
  readonly workers: number;
  /** No seed begins after the processes have used the processor for so long. */
  readonly cpuSeconds: number;
};

/**
 * Runs seeds in processes of their own and yields what they tell, in the order of the seeds; what is left is not run when
 * the caller stops.
 * @throws Error if a process ends in the middle of a seed
 */
export async function* simulateSeeds({ from, count, workers, cpuSeconds }: Seeds): AsyncGenerator<ToldSeed> {
  let end = from + count;
  const told = Array.from({ length: count }, () => Promise.withResolvers<ToldSeed | undefined>());
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const processes = Array.from({ length: Math.min(workers, count) }, () => fork(WORKER, { execArgv: FLAGS }));
  let next = from;
  const spent = new Map<ChildProcess, number>();
  const isSpent = (): boolean => spent.values().reduce((sum, one) => sum + one, 0) > cpuSeconds;
  const work = async (process: ChildProcess): Promise<void> => {
    const hear = hearing(process);
    await hear();
    while (next < end) {
      const seed = next++;
      process.send(seed);
      const answer = (await hear(`seed ${seed}: `)) as SeedAnswer;
      told[seed - from]?.resolve(answer.told);
      spent.set(process, answer.cpuSeconds);
      if (isSpent()) end = next;
    }
    told[end - from]?.resolve(undefined);
  };
  for (const process of processes) work(process).catch(failure.reject);
  try {
    for (const { promise } of told) {
      const one = await Promise.race([promise, failure.promise]);
      if (one === undefined) break;
      yield one;
    }
  } finally {
    next = end;
    for (const process of processes) if (process.connected) process.disconnect();
  }
}

/** Resolves with the next message of a process; rejects if it ends before. */
function hearing(process: ChildProcess): (about?: string) => Promise<unknown> {
  const gone = once(process, 'exit').then(([code, signal]) => `its process ended with ${code ?? signal}`);
  return async (about = '') => {
    const said = await Promise.race([once(process, 'message'), gone]);
    if (typeof said === 'string') throw new Error(about + said);
    return said[0];
  };
}
