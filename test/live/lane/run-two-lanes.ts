import { parseArgs } from 'node:util';
import { peopleInTwoApps } from './people-in-two-apps.ts';

// Two apps that people use at the same time, kept alike by two directions in this process.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '5' },
    lost: { type: 'string', default: '0' },
    doubled: { type: 'string', default: '0.1' },
    late: { type: 'string', default: '0.1' },
    acts: { type: 'string', default: '80' },
  },
});
const faults = {
  lost: Number(values.lost),
  doubled: Number(values.doubled),
  late: Number(values.late),
};
let failed = 0;
for (let at = 0; at < Number(values.seeds); at++) {
  const seed = Number(values.seed) + at;
  const { problems, messages } = await peopleInTwoApps(seed, Number(values.acts), faults);
  console.log(`seed ${seed}: ${messages} messages, ${problems.length} problems`);
  for (const each of problems) console.log(`  ${each}`);
  if (problems.length > 0) failed++;
}
console.log(`${failed} of ${values.seeds} seeds failed`);
process.exitCode = failed > 0 ? 1 : 0;
