import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../repository.ts';

/** Prints what the last run of `.ci/run` cost: the dearest test files, the slowest tests, and the sum of each folder. */

/** What `.ci/run` keeps: what each file cost, and the report of the tests. */
const FOLDER = join(repository, 'test-times');
const SHOWN = 20;

type FileCost = {
  readonly file: string;
  readonly wallS: number;
  readonly ownS: number;
  readonly childrenS: number;
};
type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly duration?: number | null }[];
  }[];
};

const costs = existsSync(join(FOLDER, 'files.ndjson'))
  ? readFileSync(join(FOLDER, 'files.ndjson'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as FileCost)
  : [];
const { testResults } = JSON.parse(readFileSync(join(FOLDER, 'tests.json'), 'utf8')) as Report;

const cpuS = ({ ownS, childrenS }: FileCost): number => ownS + childrenS;
const seconds = (value: number): string => value.toFixed(1).padStart(8);
const sum = (list: readonly FileCost[], of: (cost: FileCost) => number): number =>
  list.reduce((total, cost) => total + of(cost), 0);

function table(title: string, rows: readonly (readonly [name: string, cost: readonly FileCost[]])[]): void {
  console.log(`\n${title}\n     CPU s      own  children     wall`);
  for (const [name, list] of rows)
    console.log(
      `${[sum(list, cpuS), sum(list, (one) => one.ownS), sum(list, (one) => one.childrenS), sum(list, (one) => one.wallS)].map(seconds).join(' ')}  ${name}`,
    );
}

const dearest = (rows: (readonly [string, readonly FileCost[]])[]) =>
  rows.toSorted(([, a], [, b]) => sum(b, cpuS) - sum(a, cpuS)).slice(0, SHOWN);
const folderOf = ({ file }: FileCost): string => file.split('/').slice(0, 3).slice(0, -1).join('/');

if (costs.length > 0) {
  table('Test files by CPU time', dearest(costs.map((cost) => [cost.file, [cost]] as const)));
  table('Folders by CPU time', dearest([...Map.groupBy(costs, folderOf)]));
  table('All', [['all test files', costs]]);
}
const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
const slowest = tests.toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0)).slice(0, SHOWN);
console.log(`\nSlowest tests\n    wall s`);
for (const { fullName, duration } of slowest) console.log(`${seconds((duration ?? 0) / 1_000)}  ${fullName}`);
