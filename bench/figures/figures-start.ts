import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { lifeMs } from '../child.ts';
import { median } from '../race.ts';
import { goal, type Line } from '../table.ts';

/** How many milliseconds each command line may take longer than Node.js itself. */
const MORE_MS_MAX = { '--version': 80, status: 80, '--help': 150 } as const;

/** The time from the start of short commands to their end, and the share of Node.js itself. */
export async function* startFigures({ cli, folder }: Bench, rounds: number): AsyncGenerator<readonly Line[]> {
  const lines = {
    'node -e 0': ['-e', '0'],
    '--version': [cli, '--version'],
    status: [cli, 'status', await smallPipeline(folder)],
    '--help': [cli, '--help'],
  };
  const ms = Object.fromEntries(Object.keys(lines).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++)
    for (const [name, args] of Object.entries(lines)) ms[name]?.push(await lifeMs(args));
  const [node = 0, ...own] = Object.values(ms).map(median);
  const figure = 'start';
  yield [
    { figure, program: 'node -e 0', seconds: node / 1_000 },
    ...Object.entries(MORE_MS_MAX).map(([name, most], index) => {
      const more = (own[index] ?? 0) - node;
      return {
        figure,
        program: `chatferry ${name}`,
        seconds: (own[index] ?? 0) / 1_000,
        ...goal(`+ ${(more / 1_000).toFixed(3)} s ≤ ${most / 1_000} s`, more <= most),
      };
    }),
  ];
}

/** A pipeline that was never run; `status` reads no source. */
async function smallPipeline(folder: string): Promise<string> {
  const path = join(folder, 'start.yaml');
  await writeFile(path, 'version: 1\nname: start\nsources:\n  users: { path: users.csv }\n');
  return path;
}
