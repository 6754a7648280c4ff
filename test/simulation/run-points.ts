import { parseArgs } from 'node:util';
import { endAtEveryPoint } from './points.ts';
import { loadAll, simulate } from './simulate.ts';

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, every: { type: 'string', default: '1' } },
});
await loadAll();
await simulate(0);
let broken = 0;
const ended = await endAtEveryPoint(
  Number(values.seed),
  Number(values.every),
  ({ scenario, phase, end, trouble }) => {
    broken++;
    console.log(
      `${scenario}, command ${phase}, ${JSON.stringify(end)}: ${trouble.slice(0, 3).join('\n  ').slice(0, 1_500)}`,
    );
  },
);
console.log(`${ended} processes ended, ${broken} with a violation`);
process.exitCode = broken > 0 ? 1 : 0;
