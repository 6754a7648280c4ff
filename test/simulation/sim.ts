import { parseArgs } from 'node:util';
import { loadAll, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    'until-found': { type: 'boolean', default: false },
  },
});
const first = Number(values.seed ?? values.from);
const count = values.seed === undefined ? Number(values.seeds) : 1;
// Modules that are loaded on first use must be loaded before: loading takes real time.
await loadAll();
await simulate(0);
let failed = 0;
const startedAt = performance.now();
for (let seed = first; seed < first + count; seed++) {
  const { trouble, scenario, history } = await simulate(seed);
  if (trouble.length === 0 && values.seed === undefined) continue;
  if (trouble.length > 0) failed++;
  console.log(
    `seed ${seed}: ${trouble.length === 0 ? 'all invariants hold' : trouble.slice(0, 5).join('\n  ')}`,
  );
  if (values.seed !== undefined || failed <= 3)
    for (const { process, command, exitCode, end, isCut, points } of history)
      console.log(
        `  ${process}. ${command.split(' ')[0]} → ${exitCode ?? 'killed'} after ${points} points${end && isCut ? `, ${JSON.stringify(end)}` : ''}`,
      );
  if (values.seed !== undefined) console.log(JSON.stringify(scenario));
  else console.log(`  npm run sim -- --seed ${seed}`);
  if (values['until-found']) break;
}
console.log(
  `${count} seeds, ${failed} with a violation, ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`,
);
process.exitCode = failed > 0 ? 1 : 0;
