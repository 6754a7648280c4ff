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
  const all = new Map<string, Outcome[]>(names.map((name) => [name, []]));
  for (const kind of serverKinds()) {
    if (values.rate !== undefined && kind.perMinute !== Number(values.rate)) continue;
    const cells: string[] = [];
    for (const [name, program] of Object.entries(programs)) {
      const one = await simulate(program(kind), kind, minutesOf(kind), { seed });
      all.get(name)?.push(one);
      cells.push(`${percent(one.use)} / ${percent(one.refused)}`);
    }
    print(`| ${nameOf(kind)} | ${cells.join(' | ')} |`);
  }
  const summary = names.map((name) => summaryOf(all.get(name) as Outcome[]));
  print(`| **median use / most refused** | ${summary.join(' | ')} |`);
}

/** Long enough that the change at half time counts as it does in an import of some hours. */
function minutesOf({ perMinute }: ServerKind): number {
  return perMinute > 1_000 ? 6 : 240;
}

function nameOf({ counting, perMinute, retryAfter, change }: ServerKind): string {
  return `${counting} ${perMinute.toLocaleString('en-US')}${retryAfter ? ', Retry-After' : ''}, ${change}`;
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const uses = outcomes.map(({ use }) => use).sort((a, b) => a - b);
  const middle = ((uses[(uses.length - 1) >> 1] as number) + (uses[uses.length >> 1] as number)) / 2;
  return `**${percent(middle)} / ${percent(Math.max(...outcomes.map(({ refused }) => refused)))}**`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
