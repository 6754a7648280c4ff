import { parseArgs } from 'node:util';
import { playNights } from './nights.ts';

const { values } = parseArgs({
  options: { nights: { type: 'string', default: '60' }, seed: { type: 'string', default: '1' } },
});
const { seed, nights, cut, trouble } = await playNights(Number(values.seed), Number(values.nights));
for (const line of trouble.slice(0, 20)) console.log(`  ${line}`);
console.log(
  `seed ${seed}: ${nights} nights, ${cut} processes ended, ${trouble.length === 0 ? 'no' : trouble.length} differences`,
);
process.exitCode = trouble.length > 0 ? 1 : 0;
