import { mostIn, together, useOf } from './together.ts';

/** Four processes and one limit for three minutes: `npm run test:shared`. Ends with 1 if a minute had too many requests. */
const PER_MINUTE = 600;
const PROCESSES = ['a', 'b', 'c', 'd'];

await using it = await together(PER_MINUTE);
const writers = PROCESSES.map((name) => it.start(name, (3 * PER_MINUTE) / PROCESSES.length));
const codes = await Promise.all(writers.map(async ({ ended }) => (await ended).code));
const most = mostIn(60_000, it.arrived);
const use = useOf(PER_MINUTE, it.arrived);
const refused = it.arrived.filter(({ status }) => status !== 200).length;
process.stdout.write(
  `${PROCESSES.length} processes, ${it.arrived.length} requests, most in a minute ${most} of ${PER_MINUTE}, used ${(use * 100).toFixed(1)} %, refused ${refused}\n`,
);
if (codes.some(Boolean) || most > PER_MINUTE || use < 0.95 || refused > 0) process.exitCode = 1;
