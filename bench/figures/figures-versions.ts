import { type Bench, chatferry, type Export, exportOf } from '../bench.ts';
import { runIntoPeer } from '../peer/peer-run.ts';
import { type Contender, type Result, race } from '../race.ts';
import { type Line, speedLine } from '../table.ts';

/** Three percent slower than another version is too slow. */
const GOAL = { atLeast: 0.97 };

/**
 * `validate` and `run` of plain files, against another build of chatferry: `--against FILE`.
 * @throws RangeError without it
 */
export async function* versionFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const { against } = bench;
  if (against === undefined) throw new RangeError('the other build is needed: --against FILE');
  const other = { ...bench, cli: against };
  for (const format of ['csv', 'ndjson'] as const) {
    const checked = await exportOf(bench, { messages: bench.rows.checked, format });
    yield [await figure(`validate ${format} / the other build`, (each) => validated(each, checked))];
    const sent = await exportOf(bench, { messages: bench.rows.sent, format });
    yield [await figure(`run ${format} / the other build`, (each) => runIntoPeer(each, sent))];
  }

  async function figure(name: string, run: (build: Bench) => ReturnType<Contender['run']>): Promise<Line> {
    const builds: Contender[] = [
      { name: 'this build', run: () => run(bench) },
      { name: 'the other build', run: () => run(other) },
    ];
    const [own, before] = (await race(builds, bench.rounds)) as [Result, Result];
    return speedLine(name, own, before, GOAL);
  }
}

const validated = (bench: Bench, files: Export) => chatferry(bench, files, ['validate', files.pipeline]);
