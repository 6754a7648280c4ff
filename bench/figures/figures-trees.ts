import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { measured } from '../child.ts';
import type { Goal, Line } from '../table.ts';

const INSPECT_GOAL: Goal = { atMost: 2 };
const ROWS = 5;

/** The CPU time of `inspect` and `init` for each file of a tree of small files: of one that is read whole, and of larger ones. */
export async function* treeFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  for (const files of [1_000, 7_000, 100_000]) {
    process.stderr.write(`writing ${files} files\n`);
    const folder = join(bench.folder, `tree-${files}`);
    await writeTree(folder, files);
    yield [await line(bench, 'inspect', files, ['inspect', folder])];
    const out = join(bench.folder, 'drafted.yaml');
    yield [
      await line(bench, 'init', files, ['init', folder, '--yes', '--force', '--zone', 'UTC', '--out', out]),
    ];
    await rm(folder, { recursive: true });
  }
}

async function line({ cli, scripts }: Bench, verb: string, files: number, args: string[]): Promise<Line> {
  const { seconds, own } = await measured([cli, ...args, '--json', '--quiet'], { probe: scripts('probe') });
  const { cpuSeconds, peakBytes } = own;
  return {
    figure: `${verb} of ${files} files, CPU for each`,
    value: (cpuSeconds * 1_000) / files,
    unit: 'ms',
    ...(verb === 'inspect' ? { goal: INSPECT_GOAL } : {}),
    own: { rows: files * ROWS, seconds, peakBytes },
  };
}

/** A folder for each 20 files, in 20 folders. */
async function writeTree(folder: string, files: number): Promise<void> {
  const header = 'AuthorID;Author;Date;Content\n';
  for (let first = 0; first < files; first += 20) {
    const room = join(folder, `category-${(first / 20) % 20}`, `room-${first / 20}`);
    await mkdir(room, { recursive: true });
    for (let at = first; at < Math.min(files, first + 20); at += 1)
      await writeFile(join(room, `${at - first}.csv`), header + rowsOf(at));
  }
}

const rowsOf = (file: number): string =>
  Array.from({ length: ROWS }, (_, row) => {
    const user = (file * 7 + row) % 500;
    const time = new Date(1_700_000_000_000 + (file * ROWS + row) * 60_000).toISOString();
    return `1000000${user};user${user}#1001;${time};text ${row} of the file ${file}\n`;
  }).join('');
