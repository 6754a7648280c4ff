import type { Bench } from '../bench.ts';
import { lifeMs } from '../child.ts';
import { median } from '../race.ts';
import { goal, type Line } from '../table.ts';

const GOAL_MS = 150;

/** The time that `--help` takes, and the share of Node.js itself. */
export async function* helpFigures({ cli }: Bench, rounds: number): AsyncGenerator<readonly Line[]> {
  const helpMs: number[] = [];
  const nodeMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    helpMs.push(await lifeMs([cli, '--help']));
    nodeMs.push(await lifeMs(['-e', '0']));
  }
  const more = median(helpMs.map((ms, round) => ms - (nodeMs[round] as number)));
  const figure = 'help';
  yield [
    { figure, program: 'chatferry --help', seconds: median(helpMs) / 1_000 },
    { figure, program: 'node -e 0', seconds: median(nodeMs) / 1_000 },
    { figure, program: 'difference', seconds: more / 1_000, ...goal('≤ 0.150 s', more <= GOAL_MS) },
  ];
}
