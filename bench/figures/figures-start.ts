import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { lifeMs } from '../child.ts';
import { median } from '../race.ts';
import type { Line } from '../table.ts';

/** How many seconds each command may take longer than Node.js itself. */
const GOALS = { '--version': 0.08, status: 0.08, validate: 0.13, '--help': 0.15 } as const;

/** The time from the start of short commands to their end, without that of Node.js itself. */
export async function* startFigures({ cli, folder }: Bench, rounds: number): AsyncGenerator<readonly Line[]> {
  const pipeline = await smallPipeline(folder);
  const lines = [
    ['-e', '0'],
    [cli, '--version'],
    [cli, 'status', pipeline],
    [cli, 'validate', pipeline],
    [cli, '--help'],
  ];
  const ms = lines.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, args] of lines.entries()) ms[at]?.push(await lifeMs(args));
  const [node = 0, ...own] = ms.map(median);
  yield Object.entries(GOALS).map(([name, atMost], at) => ({
    figure: `${name} / node -e 0, more`,
    value: ((own[at] ?? 0) - node) / 1_000,
    unit: 's',
    goal: { atMost },
  }));
}

/** A pipeline of ten users that was never run. */
async function smallPipeline(folder: string): Promise<string> {
  const path = join(folder, 'start.yaml');
  const users = Array.from({ length: 10 }, (_, index) => `user-${index},User ${index}\n`);
  await writeFile(join(folder, 'users.csv'), `uid,name\n${users.join('')}`);
  await writeFile(path, 'version: 1\nname: start\nsources:\n  users: { path: users.csv }\n');
  return path;
}
