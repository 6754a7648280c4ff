import { parseArgs } from 'node:util';
import { simulateSequence } from './sequence.ts';

const { values } = parseArgs({
  options: { from: { type: 'string', default: '1' }, count: { type: 'string', default: '10' } },
});
let failed = 0;
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.count); seed++)
  for (const api of ['import', 'rest'] as const) {
    const trouble = await simulateSequence({ seed, api, rounds: 5 });
    if (trouble.length > 0) failed++;
    process.stdout.write(`seed ${seed}, ${api}: ${trouble.length > 0 ? trouble.join('\n  ') : 'in sync'}\n`);
  }
process.stdout.write(`${failed} sequences failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
