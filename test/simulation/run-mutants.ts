import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { repository } from '../support/repository.ts';
import { MUTANTS, type Mutant } from './mutants.ts';

/** Seeds that are tried before a mutant counts as not found. */
const SEEDS = 300;

/** The first seed that finds a mutant; undefined if none of them does. */
export async function seedThatFinds(
  { file, from, to, name }: Mutant,
  seeds = SEEDS,
): Promise<number | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'chatferry-mutant-'));
  try {
    for (const part of ['src', 'test/simulation', 'test/support', 'package.json'])
      await cp(join(repository, part), join(folder, part), { recursive: true });
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'));
    const path = join(folder, 'src', file);
    const code = await readFile(path, 'utf8');
    if (code.split(from).length !== 2) throw new Error(`${name}: its text is not once in ${file}`);
    await writeFile(
      path,
      code.replace(from, () => to),
    );
    const args = [join(folder, 'test/simulation/sim.ts'), '--seeds', String(seeds), '--until-found'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await once(child, 'close');
    const [, seed] = /^seed (\d+): /m.exec(text) ?? [];
    return seed === undefined ? undefined : Number(seed);
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  let missed = 0;
  for (const mutant of MUTANTS.filter(({ name }) => name.includes(values.only))) {
    const seed = await seedThatFinds(mutant);
    if (seed === undefined) missed++;
    console.log(`${seed === undefined ? 'MISSED' : `found by seed ${seed}`}: ${mutant.name}`);
  }
  console.log(`${MUTANTS.length} mutants, ${missed} missed`);
  process.exitCode = missed > 0 ? 1 : 0;
}
