import { parseArgs } from 'node:util';
import { chatferry } from './rate/programs.ts';
import { aimdConcurrency, fixedPool, fixedWindow } from './rate/rivals.ts';
import { complete, type Outcome, type Program, simulate } from './rate/simulate.ts';
import { type Faults, type ServerKind, serverKinds } from './rate/simulated-server.ts';

/**
 * How much of the allowed rate is used, and how many requests are refused: chatferry's own layers and lanes beside other
 * ways to pace requests, against simulated servers, in virtual time. Nothing is sent anywhere.
 */

const USAGE = 'usage: node bench/rate.ts [--only million|faults|servers] [--rate 60|500|20000] [--seed N]\n';
/** Batches of a million messages. */
const BATCHES = 20_000;
const FAULTS: Faults = { refused: 0.05, unavailable: 0.02, lost: 0.01 };
const FAULTS_MINUTES = 240;
const IMPORT: ServerKind = { counting: 'fixed', perMinute: 60, retryAfter: true, change: 'constant' };
/** What a run uses: of the lanes of single rows, of connections if none are declared, and the most that can be declared. */
const SINGLE_LANES = 1_024;
const CONNECTIONS = { concurrency: 4, concurrencyMax: 64 };
const MANY_CONNECTIONS = { concurrency: 64 };

const { values } = parseArgs({
  options: { only: { type: 'string' }, rate: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const seed = Number(values.seed);

const known = ({ perMinute }: ServerKind): Program =>
  chatferry(
    { requests: perMinute, perMs: 60_000, ...CONNECTIONS },
    perMinute > 60 ? { width: SINGLE_LANES } : {},
  );
const unknown = (): Program =>
  chatferry(
    { requests: Number.POSITIVE_INFINITY, perMs: 60_000, ...MANY_CONNECTIONS },
    { width: SINGLE_LANES },
  );
const programs: Readonly<Record<string, (kind: ServerKind) => Program>> = {
  'chatferry, limit known': known,
  'chatferry, unknown': unknown,
  'pool of 10': () => fixedPool,
  'AIMD concurrency': () => aimdConcurrency,
  'fixed window': ({ perMinute }) => fixedWindow(perMinute),
};

const parts: Readonly<Record<string, () => Promise<void>>> = { million, faults, servers };
if (values.only !== undefined && !Object.hasOwn(parts, values.only)) throw new RangeError(USAGE);
for (const [name, part] of Object.entries(parts))
  if (values.only === undefined || values.only === name) await part();

/** A million messages through the import API, at its documented limit. */
async function million(): Promise<void> {
  print('| 1,000,000 messages, 60 imports a minute | Time / minimum | Refused |');
  print('|---|---:|---:|');
  for (const counting of ['fixed', 'sliding'] as const) {
    const kind = { ...IMPORT, counting };
    const program = chatferry({ requests: 60, perMs: 60_000, ...CONNECTIONS }, { batches: BATCHES });
    const { minutes, refused } = await complete(program, kind, { seed });
    print(`| ${counting} | ${((minutes * 60) / BATCHES).toFixed(3)} | ${percent(refused)} |`);
  }
  print('');
}

/** The same limit, with answers that go wrong whatever the rate. */
async function faults(): Promise<void> {
  print('| 5 % 429, 2 % 503, 1 % lost answers | Requests / allowed | Accepted / allowed |');
  print('|---|---:|---:|');
  for (const [name, program] of Object.entries(programs)) {
    const one = await simulate(program(IMPORT), IMPORT, FAULTS_MINUTES, { seed, faults: FAULTS });
    print(`| ${name} | ${percent(one.arrived)} | ${percent(one.use)} |`);
  }
  print('');
}

async function servers(): Promise<void> {
  const names = Object.keys(programs);
  print(`| Server | ${names.join(' | ')} |`);
  print(`|---|${names.map(() => '---:').join('|')}|`);
  const all: Outcome[][] = [];
  const kinds = serverKinds().filter(({ perMinute }) => perMinute === Number(values.rate ?? perMinute));
  for (const [perMinute, group] of Map.groupBy(kinds, (kind) => kind.perMinute)) {
    const rows: Outcome[][] = [];
    for (const kind of group) {
      const row: Outcome[] = [];
      for (const program of Object.values(programs))
        row.push(await simulate(program(kind), kind, minutesOf(kind), { seed }));
      print(`| ${nameOf(kind)} | ${row.map(cellOf).join(' | ')} |`);
      rows.push(row);
    }
    printSummary(perMinute.toLocaleString('en-US'), rows);
    all.push(...rows);
  }
  if (values.rate === undefined) printSummary('all', all);
}

/** Four hours of imports; at 20,000 a minute the time that a million rows take, one in each request. */
function minutesOf({ perMinute }: ServerKind): number {
  return perMinute > 1_000 ? 1_000_000 / perMinute : 240;
}

function nameOf({ counting, perMinute, retryAfter, change }: ServerKind): string {
  return `${counting} ${perMinute.toLocaleString('en-US')}${retryAfter ? ', Retry-After' : ''}, ${change}`;
}

function cellOf({ use, refused }: Pick<Outcome, 'use' | 'refused'>): string {
  return `${percent(use)} / ${percent(refused)}`;
}

/** The median of the use and the largest share of refusals, for each program. */
function printSummary(what: string, rows: readonly (readonly Outcome[])[]): void {
  const columns = Object.keys(programs).map((_, at) => rows.map((row) => row[at] as Outcome));
  const cells = columns.map((outcomes) => {
    const uses = outcomes.map(({ use }) => use).sort((a, b) => a - b);
    const use = ((uses[(uses.length - 1) >> 1] as number) + (uses[uses.length >> 1] as number)) / 2;
    return `**${cellOf({ use, refused: Math.max(...outcomes.map((one) => one.refused)) })}**`;
  });
  print(`| **${what}: median use / most refused** | ${cells.join(' | ')} |`);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
