import { parseArgs } from 'node:util';
import { seeded } from '../../support/random.ts';
import { migrated, plantAll, verified } from './migrated.ts';
import { type Plant, plants } from './plants.ts';

/** Random sets of planted differences, one after the other in one migration: `node test/features/verify/run-planted.ts --seeds 20`. */
const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '20' }, from: { type: 'string', default: '1' } },
});

/** Chooses plants at random, each with the same probability; the same plants for the same seed. */
function chosen(seed: number): readonly Plant[] {
  const random = seeded(seed);
  const share = ((seed % 5) + 1) / 6;
  return plants.filter(() => random() < share);
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
