import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CoreName, coreNames } from '../../src/input/entities/entity.ts';
import type { Report } from '../../src/report/result/report.ts';
import { serviceHere } from '../support/service-here.ts';
import { type OddRows, oddRows } from './odd-rows.ts';

/** A row by its place, with its code: `users 7 ID.INVALID`. */
type Verdicts = { readonly report: Report; readonly refused: readonly string[] };

/** What `validate` says of the rows, and what a run into a new service does with them. */
async function verdicts(rows: OddRows, api: string): Promise<{ dry: Verdicts; run: Verdicts }> {
  const files = Object.fromEntries(
    coreNames.map((entity) => [`${entity}.ndjson`, rows[entity].join('')] as const),
  );
  await using here = await serviceHere({ files, api });
  const { result: dry } = await here.json('validate', '--max-errors', '10000');
  const { result: run } = await here.json('run', '--yes');
  return {
    dry: { report: dry, refused: [...placesOf(dry.problems), ...placesOf(dry.notices).filter(isRefusal)] },
    run: { report: run, refused: await rejectsOf(run) },
  };
}

const isRefusal = (place: string): boolean => place.endsWith(' MESSAGE.SENDER_REFUSED');

const placesOf = (groups: Report['problems']): string[] =>
  groups.flatMap(({ code, samples }) =>
    samples.map(({ file, line }) => `${file.split('.')[0]} ${line} ${code}`),
  );

async function rejectsOf({ files }: Report): Promise<string[]> {
  const texts = await Promise.all(files.rejects.map((path) => readFile(path, 'utf8')));
  return texts
    .flatMap((text) => text.trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as { _file: string; _line: number; _code: string })
    .map(({ _file, _line, _code }) => `${_file.split('/').at(-1)?.split('.')[0]} ${_line} ${_code}`);
}

const placeOf = (refused: string): string => refused.split(' ').slice(0, 2).join(' ');

/**
 * The rows that only one of two lists has, with their text. Only the service knows when a group was created, so a run
 * sends a member who joined before, and a later row of the same member then repeats its key.
 */
function onlyIn(one: Verdicts, other: Verdicts, rows: OddRows): string[] {
  const known = new Set(other.refused.map(placeOf));
  return one.refused
    .filter((refused) => !known.has(placeOf(refused)) && !/^members \d+ ROW.DUPLICATE/.test(refused))
    .map((refused) => {
      const [entity, line] = refused.split(' ') as [CoreName, string];
      return `${refused} ${rows[entity][Number(line) - 1]?.slice(0, 400)}`;
    });
}

describe.each(['import', 'rest'])('through the %s API', (api) => {
  test('a dry run refuses exactly the rows that the service or the run refuses', async () => {
    const count = Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 6);
    for (let seed = 1; seed <= count; seed++) {
      const [rows] = fc.sample(oddRows(60), { seed, numRuns: 1 }) as [OddRows];
      const { dry, run } = await verdicts(rows, api);
      expect(onlyIn(run, dry, rows), `seed ${seed}: only the run refuses`).toEqual([]);
      expect(onlyIn(dry, run, rows), `seed ${seed}: only the dry run refuses`).toEqual([]);
      expect([dry.report.balanced, run.report.balanced]).toEqual([true, true]);
    }
  });
});
