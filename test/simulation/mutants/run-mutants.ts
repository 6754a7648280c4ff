import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { repository } from '../../support/repository.ts';
import { MUTANTS, type Mutant } from './mutants.ts';

/** Options of the simulation: so many seeds are tried before a mutant counts as not found. */
const SEEDS: readonly string[] = ['--seeds', '300'];

/** Beside them, a test needs all of the repository: process tests build the program. */
const NOT_COPIED = new Set(['.git', 'dist', 'node_modules', 'test-times']);

/** What finds a mutant: a seed of the simulation, or its test; undefined if it is missed. */
export const finderOf = (mutant: Mutant, seeds = SEEDS): Promise<string | undefined> =>
  inCopyWith(mutant, (folder) =>
    mutant.test === undefined ? seedThatFinds(folder, seeds) : testThatFails(folder, mutant.test),
  );

/** Looks at a copy of the repository with a mutant in it. */
export async function inCopyWith<T>(
  { file, from, to, name }: Mutant,
  look: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'chatferry-mutant-'));
  try {
    for (const part of await readdir(repository))
      if (!NOT_COPIED.has(part)) await cp(join(repository, part), join(folder, part), { recursive: true });
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
    const path = join(folder, 'src', file);
    const code = await readFile(path, 'utf8');
    if (code.split(from).length !== 2) throw new Error(`${name}: its text is not once in ${file}`);
    await writeFile(
      path,
      code.replace(from, () => to),
    );
    return await look(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function seedThatFinds(folder: string, seeds: readonly string[]): Promise<string | undefined> {
  const script = join(folder, 'test/simulation/sim.ts');
  const { output } = await run([script, ...seeds, '--until-found'], folder);
  const [found] = /^seed \d+(?=: )/m.exec(output) ?? [];
  return found;
}

/** The test of a file that fails in a copy; undefined if none does. */
export async function testThatFails(folder: string, test: string): Promise<string | undefined> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const { output, exitCode } = await run([vitest, 'run', test], folder);
  if (exitCode === 0) return undefined;
  const [, failed] = / FAIL .*? > (.*)/.exec(stripVTControlCharacters(output)) ?? [];
  if (failed === undefined) throw new Error(`${test} does not run: ${output}`);
  return `${test}: ${failed}`;
}

/** Runs Node.js until it ends. */
export async function run(
  args: readonly string[],
  cwd: string,
): Promise<{ readonly output: string; readonly exitCode: number | null }> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { output: stdout + stderr, exitCode };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { only: { type: 'string', default: '' }, from: { type: 'string', default: '1' } },
  });
  let missed = 0;
  const mutants = MUTANTS.slice(Number(values.from) - 1).filter(({ name }) => name.includes(values.only));
  for (const mutant of mutants) {
    const finder = await finderOf(mutant);
    if (finder === undefined) missed++;
    console.log(`${finder === undefined ? 'MISSED' : `found by ${finder}`}: ${mutant.name}`);
  }
  console.log(`${mutants.length} mutants, ${missed} missed`);
  process.exitCode = missed > 0 ? 1 : 0;
}
