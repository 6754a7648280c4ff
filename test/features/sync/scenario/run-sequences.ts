import { parseArgs } from 'node:util';
import { liveSequence } from './sequence.ts';

const { values } = parseArgs({
  options: { from: { type: 'string', default: '1' }, count: { type: 'string', default: '10' } },
});
let failed = 0;
for (let seed = Number(values.from); seed < Number(values.from) + Number(values.count); seed++)
  for (const api of ['import', 'rest'] as const) {
    const trouble = await liveSequence({ seed, api, rounds: 5 });
    if (trouble.length > 0) failed++;
    process.stdout.write(`seed ${seed}, ${api}: ${trouble.length > 0 ? trouble.join('\n  ') : 'agrees'}\n`);
  }
process.stdout.write(`${failed} sequences in trouble\n`);
process.exitCode = failed > 0 ? 1 : 0;
