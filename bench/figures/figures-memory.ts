import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, type Export, exportOf } from '../bench.ts';
import { type Ended, measured } from '../child.ts';
import { type Line, memoryLine } from '../table.ts';

const TIMES = 3;
/** The allowed factor of memory for three times the rows of the same users and groups. */
const GROWTH_GOAL = { atMost: 1.1 };

/** The peak memory of what a command does with all rows. */
type Peaks = ReadonlyMap<string, Line>;

/**
 * Peak memory of a run into the sandbox and of the commands that walk over all its rows afterwards, with the rows given and
 * with three times as many messages of the same users.
 */
export async function* memoryFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const { sent } = bench.rows;
  const once = await peaksOf(bench, await exportOf(bench, { messages: sent }), sent);
  yield [...once.values()];
  const large = await exportOf(bench, { messages: sent * TIMES, peopleFor: sent });
  const more = await peaksOf(bench, large, sent * TIMES);
  yield [...more].flatMap(([name, line]): Line[] => [
    { ...line, figure: `${name}, ${TIMES} × the rows` },
    {
      figure: `${name}, ${TIMES} × the rows / once`,
      value: line.value / (once.get(name)?.value ?? Number.NaN),
      unit: '×',
      goal: GROWTH_GOAL,
    },
  ]);
}

async function peaksOf(bench: Bench, { pipeline, folder }: Export, rows: number): Promise<Peaks> {
  const lines = new Map<string, Line>();
  const command = async (name: string, ...args: readonly string[]): Promise<Ended> => {
    process.stderr.write(`  ${name}\n`);
    const probe = bench.scripts('probe');
    const ended = await measured([bench.cli, ...args, pipeline, '--json', '--quiet'], { probe });
    const { seconds, own } = ended;
    lines.set(name, memoryLine(name, { rows, rejected: 0, seconds, ...own }));
    return ended;
  };
  await rm(join(folder, '.chatferry'), { recursive: true, force: true });
  await command('validate', 'validate');
  await command('run into the sandbox', 'run');
  await command('verify', 'verify');
  await command('verify --quick', 'verify', '--quick');
  const { stdout } = await command('undo, the plan', 'undo');
  const { confirm } = JSON.parse(stdout) as { readonly confirm: string };
  await command('undo', 'undo', '--confirm', confirm);
  return lines;
}
