import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { sized } from '../support/long-form.ts';
import { repository } from '../support/repository.ts';
import { MUTANTS } from './mutants/mutants.ts';
import { finderOf } from './mutants/run-mutants.ts';

/** Each process loads the program and tries the cases for itself; other tests need the other cores. */
const ALONE = ['--workers', '1'];

/** Runs a script of this folder with plain Node.js, which is three times as fast as in a test runner. */
async function script(name: string, ...args: readonly string[]): Promise<string> {
  const path = join(repository, 'test/simulation', name);
  const child = spawn(process.execPath, [path, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return output;
}

describe('whole command lines in virtual time, killed, stopped, cut off and refused by a seed', () => {
  // More with `npm run sim -- --seeds 10000`.
  test('up to 40 seeds: nothing lost, doubled, disordered or disowned, and every claim is true', async () => {
    // Each takes some 0.7 s of the processor.
    expect(await script('sim.ts', '--seeds', '40', '--cpu-seconds', sized('12', '60'), ...ALONE)).toMatch(
      /^(?:[4-9]|\d{2}) seeds, 0 with a violation/,
    );
  });

  test('a seed gives the same history again', async () => {
    const [once, again] = await Promise.all([
      script('sim.ts', '--seed', '2'),
      script('sim.ts', '--seed', '2'),
    ]);
    expect(once.replace(/[\d.]+ s$/m, '')).toBe(again.replace(/[\d.]+ s$/m, ''));
  });

  // More with `npm run sim:nights`.
  test('nights in which rows of every entity leave and come back: the service has what the files say', async () => {
    expect(await script('nights/run-nights.ts', '--nights', sized('5', '8'), '--seed', '7')).toMatch(
      /^seed 7: \d nights, \d+ processes ended, no differences$/m,
    );
  });

  // All points with `npm run sim:points`.
  test('some points of a migration, a sync, a retry and an undo are survived, whatever ends them there', async () => {
    expect(await script('run-points.ts', '--every', sized('14009', '6001'), ...ALONE)).toMatch(
      /^[1-9]\d* processes ended, 0 with a violation$/m,
    );
  });

  test('the power may go off while a retry is merged into its run', async () => {
    const merging = [
      '--only',
      'migration, import: rejects retry',
      '--from',
      '225',
      '--every',
      sized('7', '2'),
    ];
    expect(await script('run-points.ts', ...merging, '--ways', 'power', ...ALONE)).toMatch(
      /^ +([1-9]\d*) migration, import: rejects retry\n\1 processes ended, 0 with a violation$/m,
    );
  });

  // All of them with `npm run sim:mutants`.
  test.each(MUTANTS.slice(0, 1))('finds a fault that is put in: $name', async (mutant) => {
    expect(await finderOf(mutant, ['--seeds', '60', ...ALONE])).toMatch(/^seed \d+$/);
  });
});
