import { loadavg } from 'node:os';
import { catchUpInVirtualTime } from '../../test/live/lane/catch-up-in-virtual-time.ts';
import { measureBacklog, measureSameRun } from './backlog.ts';
import { measureLag } from './lag.ts';

// What `live` does in processes of its own, between two sandboxes: node bench/live/run-live.ts [EVENTS]
const [events = 100_000] = process.argv.slice(2).map(Number);

/** Four minutes at what the service documents: the first one and the last one tell nothing. */
const PACED_MIN = 12_000;

const show = (what: string, figures: object): void =>
  console.log(`${what}: ${JSON.stringify(figures)} (load ${loadavg()[0]?.toFixed(1)})`);

for (const [what, options] of [
  ['20 messages/s, limits documented', { perSecond: 20, seconds: 30, limits: 'documented' }],
  ['100 messages/s, no limits', { perSecond: 100, seconds: 20, limits: 'none' }],
] as const) {
  const { live, relay } = await measureLag(options);
  show(what, live);
  show('a bare relay', relay);
}
const run = await measureSameRun(events);
show('the same as a run', run);
const caughtUp = await measureBacklog(events);
show('catch-up, no limits', { ...caughtUp, shareOfRun: caughtUp.rowsPerSecond / run.rowsPerSecond });
const { perMinute, refused } = await catchUpInVirtualTime(Math.max(events, PACED_MIN));
const steady = perMinute.slice(1, -1);
const mean = steady.reduce((sum, rows) => sum + rows, 0) / steady.length;
show('catch-up in virtual time, limits documented', { rowsPerMinute: Math.round(mean), refused });
