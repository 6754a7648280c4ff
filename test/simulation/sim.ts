import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import type { ToldSeed } from './seed-worker.ts';
import { simulateSeeds } from './seeds.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    /** No seed begins after so many seconds of the processor. */
    'cpu-seconds': { type: 'string', default: 'Infinity' },
    workers: { type: 'string', default: String(availableParallelism()) },
    'until-found': { type: 'boolean', default: false },
  },
});

function printSeed({ seed, trouble }: ToldSeed): void {
  console.log(
    `seed ${seed}: ${trouble.length === 0 ? 'all invariants hold' : trouble.slice(0, 5).join('\n  ')}`,
  );
}

function printHistory({ history }: ToldSeed): void {
  for (const { process, command, exitCode, end, isCut, points } of history)
    console.log(
      `  ${process}. ${command.split(' ')[0]} → ${exitCode ?? 'killed'} after ${points} points${end && isCut ? `, ${JSON.stringify(end)}` : ''}`,
    );
}

/** Runs one seed in this process and prints all about it. Returns whether it failed. */
async function replay(seed: number): Promise<boolean> {
  // Not loaded where other processes run the seeds.
  const { tellSeed, warmUp } = await import('./seed-worker.ts');
  await warmUp();
  const told = await tellSeed(seed);
  printSeed(told);
  printHistory(told);
  console.log(JSON.stringify(told.scenario));
  return told.trouble.length > 0;
}

/** Runs many seeds and prints those that fail. Returns how many seeds were run, and how many of them failed. */
async function runAll(): Promise<{ readonly count: number; readonly failed: number }> {
  let [count, failed] = [0, 0];
  const seeds = {
    from: Number(values.from),
    count: Number(values.seeds),
    workers: Number(values.workers),
    cpuSeconds: Number(values['cpu-seconds']),
  };
  for await (const told of simulateSeeds(seeds)) {
    count++;
    if (told.trouble.length === 0) continue;
    failed++;
    printSeed(told);
    if (failed <= 3) printHistory(told);
    console.log(`  npm run sim -- --seed ${told.seed}`);
    if (values['until-found']) break;
  }
  return { count, failed };
}

const startedAt = performance.now();
const { count, failed } =
  values.seed === undefined
    ? await runAll()
    : { count: 1, failed: (await replay(Number(values.seed))) ? 1 : 0 };
console.log(
  `${count} seeds, ${failed} with a violation, ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
);
process.exitCode = failed > 0 ? 1 : 0;
