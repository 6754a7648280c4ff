import type { Ended } from './machine.ts';
import { loadAll, type Simulated, simulate } from './simulate.ts';

/** What is told of a seed: of its processes without what they print. */
export type ToldSeed = Pick<Simulated, 'seed' | 'scenario' | 'trouble'> & {
  readonly history: readonly Omit<Ended, 'stdout' | 'stderr'>[];
};

/** What a process of seeds says after each of them. */
export type SeedAnswer = {
  readonly told: ToldSeed;
  /** What it has used of the processor since it began. */
  readonly cpuSeconds: number;
};

/** Runs a seed. */
export async function tellSeed(number: number): Promise<ToldSeed> {
  const { seed, scenario, trouble, history } = await simulate(number);
  return { seed, scenario, trouble, history: history.map(({ stdout: _, stderr: __, ...told }) => told) };
}

/** Makes seeds independent of what was loaded before: modules that are loaded on first use take real time. */
export async function warmUp(): Promise<void> {
  await loadAll();
  await simulate(0);
}

// In a process of `simulateSeeds`: each message is a seed. Without its parent, it ends after the seed under way.
if (import.meta.main && process.send) {
  await warmUp();
  process.on('message', (seed: number) => {
    void tellSeed(seed).then((told) => {
      const { user, system } = process.cpuUsage();
      const answer: SeedAnswer = { told, cpuSeconds: (user + system) / 1e6 };
      if (process.connected) process.send?.(answer);
    });
  });
  process.send('ready');
}
