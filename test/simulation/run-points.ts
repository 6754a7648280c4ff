import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { allPoints, endAt, WAYS } from './points.ts';
import { FLAGS } from './seeds.ts';
import { loadAll, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    ways: { type: 'string', default: WAYS.join(',') },
    only: { type: 'string', default: '' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(availableParallelism()) },
    /** For a worker: its number. */
    part: { type: 'string' },
  },
});
const workers = Number(values.workers);
const seed = Number(values.seed);
const counts = new Map<string, number>();
let broken = 0;

function count(ended: Readonly<Record<string, number>>): void {
  for (const [name, times] of Object.entries(ended)) counts.set(name, (counts.get(name) ?? 0) + times);
}

if (values.part === undefined && workers > 1) {
  const parts = Array.from({ length: workers }, async (_, part) => {
    const args = [...process.argv.slice(2), '--part', String(part)];
    const child = fork(import.meta.filename, args, { execArgv: FLAGS });
    child.on('message', (survey: { ended: Record<string, number>; broken: number }) => {
      count(survey.ended);
      broken += survey.broken;
    });
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`worker ${part} ended with ${code}`);
  });
  await Promise.all(parts);
} else {
  await loadAll();
  await simulate(0);
  const { only, every, from } = values;
  const choice = { seed, only, ways: values.ways.split(','), every: Number(every), from: Number(from) };
  const all = await allPoints(choice);
  const part = Number(values.part ?? 0);
  const mine = values.part === undefined ? all : all.filter((_, at) => at % workers === part);
  const survey = await endAt(seed, mine, ({ name, phase, end, trouble }) =>
    console.log(
      `${name}, command ${phase}, ${JSON.stringify(end)}: ${trouble.slice(0, 3).join('\n  ').slice(0, 1_500)}`,
    ),
  );
  count(survey.ended);
  broken = survey.broken.length;
}

if (values.part === undefined) {
  for (const [name, times] of counts) console.log(`${String(times).padStart(6)} ${name}`);
  const sum = Array.from(counts.values()).reduce((all, times) => all + times, 0);
  console.log(`${sum} processes ended, ${broken} with a violation`);
  process.exitCode = broken > 0 ? 1 : 0;
} else process.send?.({ ended: Object.fromEntries(counts), broken });
