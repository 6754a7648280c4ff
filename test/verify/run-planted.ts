import { parseArgs } from 'node:util';
import { migrated, plantAll, verified } from './migrated.ts';
import { type Plant, plants } from './plants.ts';

/** Random sets of planted differences, one after the other in one migration: `node test/verify/run-planted.ts --seeds 20`. */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '20' }, from: { type: 'string', default: '1' } },
});

/** The same plants for the same seed, each with the same chance. */
function chosen(seed: number): readonly Plant[] {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const share = (seed % 5) + 1;
  return plants.filter(() => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return (state >>> 8) % 6 < share;
  });
}

using migration = await migrated();
for (let seed = +values.from; seed < +values.from + +values.seeds; seed++) {
  migration.restore();
  const set = chosen(seed);
  await plantAll(migration, set);
  const { differences } = await verified(migration.pipeline);
  const expected = set.flatMap(({ finds }) => finds).sort();
  const found = differences.sort();
  const isRight = JSON.stringify(found) === JSON.stringify(expected);
  process.stdout.write(`seed ${seed}: ${set.length} planted, ${found.length} found ${isRight ? '✔' : '✖'}\n`);
  if (isRight) continue;
  process.stdout.write(
    `${JSON.stringify({ expected, found, planted: set.map(({ what }) => what) }, null, 2)}\n`,
  );
  process.exitCode = 1;
  break;
}
