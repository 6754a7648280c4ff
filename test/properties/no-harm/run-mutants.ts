import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Mutant } from '../../simulation/mutants/mutants.ts';
import { inCopyWith, run, testThatFails } from '../../simulation/mutants/run-mutants.ts';
import { MUTANTS } from './mutants.ts';

/** What finds a mutant: how many scenarios were played, and the harm, or else its test; undefined if it is missed. */
export const finderOf = (mutant: Mutant, runs: number, seed: number): Promise<string | undefined> =>
  inCopyWith(mutant, async (folder) => {
    const script = join(folder, 'test/properties/no-harm/no-harm.ts');
    const options = ['--runs', String(runs), '--seed', String(seed), '--first'];
    const { output, exitCode } = await run([script, ...options], folder);
    if (exitCode === 0) return mutant.test && (await testThatFails(folder, mutant.test));
    const [, found] = /\b(after \d+ scenarios: .*)$/m.exec(output) ?? [];
    if (found === undefined) throw new Error(`${mutant.name} does not run: ${output}`);
    return found;
  });

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string', default: '' },
    },
  });
  const mutants = MUTANTS.filter(({ name }) => name.includes(values.only));
  let missed = 0;
  for (const mutant of mutants) {
    const finder = await finderOf(mutant, Number(values.runs), Number(values.seed));
    if (finder === undefined) missed++;
    console.log(
      `${finder === undefined ? 'MISSED' : `found ${finder.startsWith('after') ? '' : 'by '}${finder}`}: ${mutant.name}`,
    );
  }
  console.log(`${mutants.length} mutants, ${missed} missed`);
  process.exitCode = missed > 0 ? 1 : 0;
}
