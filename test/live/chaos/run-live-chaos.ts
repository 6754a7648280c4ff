import { parseArgs } from 'node:util';
import { liveChaos } from './live-chaos.ts';

// Two apps that people use at the same time, kept alike by a process that is killed again and again.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    kills: { type: 'string', default: '20' },
    acts: { type: 'string', default: '15' },
    lost: { type: 'string', default: '0.03' },
    doubled: { type: 'string', default: '0.1' },
    late: { type: 'string', default: '0.1' },
  },
});
let failed = 0;
let kills = 0;
for (let at = 0; at < Number(values.seeds); at++) {
  const seed = Number(values.seed) + at;
  const found = await liveChaos({
    seed,
    kills: Number(values.kills),
    acts: Number(values.acts),
    faults: { lost: Number(values.lost), doubled: Number(values.doubled), late: Number(values.late) },
  });
  kills += found.kills;
  console.log(
    `seed ${seed}: ${found.kills} kills, ${found.messages} messages, ${found.lost} events lost, ${found.doubled} doubled, ${found.late} late, ${found.differences.length} differences, ${found.echoes} echoes`,
  );
  for (const each of [...found.differences, ...found.problems]) console.log(`  ${each}`);
  if (found.differences.length + found.problems.length + found.echoes > 0) failed++;
}
console.log(`${kills} kills, ${failed} of ${values.seeds} seeds failed`);
process.exitCode = failed > 0 ? 1 : 0;
