import { join } from 'node:path';
import { type Bench, chatferry, MEMORY_MAX_BYTES, rival } from '../bench.ts';
import { type Denormalised, denormalised } from '../mapping/denormalised.ts';
import { type Contender, race } from '../race.ts';
import { goal, type Line, raceLines } from '../table.ts';

/** The least share of the speed of plain rows, and rows in a second. */
const SHARE_MIN = 0.5;
const ROWS_PER_SECOND_MIN = 150_000;

/** What the forms of a mapping cost, and the dry run of a file for each room without any id beside a query that derives ids. */
export async function* mappingFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  process.stderr.write(`writing ${bench.rows} denormalised messages\n`);
  const folder = join(bench.folder, 'denormalised');
  const pipelines = await denormalised({ out: folder, messages: bench.rows });
  yield await forms(bench, folder, pipelines);
  yield await derived(bench, folder, pipelines);
}

const validate = (bench: Bench, folder: string, name: string, pipeline: string): Contender => ({
  name,
  run: () => chatferry(bench, { folder, pipeline }, ['validate', pipeline]),
});

async function forms(bench: Bench, folder: string, { plain, mapped }: Denormalised): Promise<Line[]> {
  const contenders = [
    validate(bench, folder, 'slug, hash and where', mapped),
    validate(bench, folder, 'plain columns', plain),
  ];
  return raceLines('validate, rows as objects', await race(contenders, bench.rounds)).map((line, index) => {
    const { requestsToFloor: _, ...shown } = line;
    return index === 0
      ? shown
      : { ...shown, ...goal(`≥ ${SHARE_MIN}`, (line.timesFaster ?? 0) >= SHARE_MIN) };
  });
}

async function derived(bench: Bench, folder: string, { derived: pipeline }: Denormalised): Promise<Line[]> {
  const contenders = [
    validate(bench, folder, 'chatferry validate', pipeline),
    ...(await duckdb(bench, folder, '1')),
    ...(await duckdb(bench, folder, '2')),
  ];
  return raceLines('validate, no ids', await race(contenders, bench.rounds)).map((line, index) => {
    const { requestsToFloor: _, ...shown } = line;
    if (index > 0) return shown;
    const isFast = bench.rows / (line.seconds ?? Number.POSITIVE_INFINITY) >= ROWS_PER_SECOND_MIN;
    const met = isFast && (line.peakBytes ?? 0) < MEMORY_MAX_BYTES;
    return { ...shown, ...goal('150,000 messages/s, 200 MB', met) };
  });
}

/** The rival, if it is installed. */
async function duckdb(bench: Bench, folder: string, threads: string): Promise<Contender[]> {
  const name = `DuckDB SELECT of the keys, ${threads} thread${threads === '1' ? '' : 's'}`;
  const run = (): ReturnType<Contender['run']> => rival(bench, 'mapping/duckdb-keys', [folder, threads]);
  try {
    import.meta.resolve('@duckdb/node-api');
    return [{ name, run }];
  } catch {
    process.stderr.write(`  ${name}: left out, npm install --no-save @duckdb/node-api\n`);
    return [];
  }
}
