import { join } from 'node:path';
import { type Bench, chatferry } from '../bench.ts';
import { duckdb } from '../duckdb.ts';
import { type Denormalised, denormalised } from '../mapping/denormalised.ts';
import { type Contender, medianOf, type Result, race } from '../race.ts';
import { type Line, speedLine } from '../table.ts';

const FORMS_GOAL = { atLeast: 0.5 };
const RATE_GOAL = { atLeast: 150_000 };

/** What the forms of a mapping cost, and the dry run of a file for each room without any id beside a query that derives ids. */
export async function* mappingFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const messages = bench.rows.checked;
  process.stderr.write(`writing ${messages} denormalised messages\n`);
  const folder = join(bench.folder, 'denormalised');
  const pipelines = await denormalised({ out: folder, messages });
  yield await forms(bench, folder, pipelines);
  yield await derived(bench, folder, pipelines);
}

const validate = (bench: Bench, folder: string, name: string, pipeline: string): Contender => ({
  name,
  run: () => chatferry(bench, { folder, pipeline, format: 'csv' }, ['validate', pipeline]),
});

async function forms(bench: Bench, folder: string, { plain, mapped }: Denormalised): Promise<Line[]> {
  const contenders = [
    validate(bench, folder, 'slug, hash and where', mapped),
    validate(bench, folder, 'plain columns', plain),
  ];
  const [forms, columns] = (await race(contenders, bench.rounds)) as [Result, Result];
  return [speedLine('validate by slug, hash and where / plain columns', forms, columns, FORMS_GOAL)];
}

async function derived(bench: Bench, folder: string, { derived: pipeline }: Denormalised): Promise<Line[]> {
  const keys = 'mapping/duckdb-keys';
  const rivals = [...duckdb(bench, keys, folder, 1), ...duckdb(bench, keys, folder, 2)];
  const [own, ...others] = (await race(
    [validate(bench, folder, 'chatferry validate', pipeline), ...rivals],
    bench.rounds,
  )) as [Result, ...Result[]];
  const sample = medianOf(own);
  const figure = 'validate without ids';
  return [
    {
      figure: `${figure}, messages`,
      value: bench.rows.checked / sample.seconds,
      unit: 'rows/s',
      goal: RATE_GOAL,
      own: sample,
    },
    ...others.map((other) => speedLine(`${figure} / ${other.name}, SELECT of the keys`, own, other)),
  ];
}
