import { parseArgs } from 'node:util';
import { simulateMonth } from './month.ts';

const { values } = parseArgs({
  options: { days: { type: 'string', default: '30' }, seed: { type: 'string', default: '1' } },
});
const results = await simulateMonth({ days: Number(values.days), seed: Number(values.seed) }, (text) =>
  process.stdout.write(`${text}\n`),
);
const trouble = results.flatMap((each) => each.trouble);
const idle = results.every(({ again }) => again === 0);
process.stdout.write(
  `${results.length} days, ${trouble.length} problems, second runs sent ${idle ? 'nothing' : 'something'}\n`,
);
process.exitCode = trouble.length > 0 || !idle || results.length < Number(values.days) ? 1 : 0;
