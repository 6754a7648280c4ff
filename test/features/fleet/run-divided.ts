import { parseArgs } from 'node:util';
import { mostIn, useOf } from '../../service/transport/shared/together.ts';
import { runHere } from '../../support/command-here.ts';
import { makeFleet } from './fleet-loop.ts';
import { serverKinds } from './queue-servers.ts';

/** The long form: one pipeline with shards on some workers, into an app with a limit: `npm run test:divided`. */
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '1000000' },
    shards: { type: 'string', default: '4' },
    workers: { type: 'string', default: '4' },
    rate: { type: 'string', default: '600' },
    queue: { type: 'string', default: 'PostgreSQL' },
  },
});
const rate = Number(values.rate);
const GROUPS = 400;
const OTHERS = 10 + GROUPS + 10 * GROUPS;
const rows = Number(values.messages) + OTHERS;

function require(isSo: boolean, what: string): void {
  if (isSo) return;
  console.error(`FAILED: ${what}`);
  process.exitCode = 1;
}

const kind = serverKinds.find(({ name, missing }) => name === values.queue && !missing);
if (!kind) throw new Error(`no ${values.queue} here`);
await using server = await kind.start();
await using fleet = await makeFleet(await server.queue(), {
  pipelines: 1,
  rows,
  groups: GROUPS,
  requestsPerMinute: rate,
  more: `shards: ${values.shards}`,
  sandbox: ['--limits', `${rate}/min`, '--verbose'],
});
const [file = ''] = fleet.files;
require((await fleet.fleet('submit', file)).code === 0, 'submit');
const startedMs = performance.now();
for (let at = 0; at < Number(values.workers); at++) fleet.worker('--concurrency', '1');
const { pipelines } = await fleet.untilEnded();
const seconds = (performance.now() - startedMs) / 1_000;
const { last } = pipelines[0] ?? {};
require(last?.exitCode === 0 && last.counts['created'] === rows, JSON.stringify(last));
const arrived = fleet.log().flatMap((line) => {
  const [, at = '', status] = /^(\S+) POST \S*data_import\S* (\d+)/.exec(line) ?? [];
  return at === '' ? [] : [{ at: Date.parse(at), status: Number(status) }];
});
const messages = arrived.slice(-Math.floor(Number(values.messages) / 50));
const [most, use] = [mostIn(60_000, arrived), useOf(rate, messages)];
const refused = arrived.filter(({ status }) => status === 429).length;
console.log(
  `${values.messages} messages, ${values.shards} shards, ${values.workers} workers, ${kind.name}: ${seconds.toFixed(0)} s, ${arrived.length} imports, most in a minute ${most} of ${rate}, used ${(use * 100).toFixed(1)} %, refused ${refused}`,
);
require(most <= rate && use >= 0.95, 'the limit');
const faults = await fleet.faults();
require(faults.length === 0, faults.slice(0, 5).join('; '));
const verified = JSON.parse((await runHere(['verify', file, '--json'])).stdout);
console.log(`verify: ${JSON.stringify(verified.entities.messages)}`);
require(verified.exitCode === 0, `verify ends with ${verified.exitCode}`);
