import { loadavg } from 'node:os';
import { measureBacklog, measureSameRun } from './backlog.ts';
import { measureLag } from './lag.ts';

// What `live` does in processes of its own, between two sandboxes: node bench/live/run-live.ts [EVENTS]
const [events = 100_000] = process.argv.slice(2).map(Number);
/** Four minutes at what the service documents. */
const LIMITED = 12_000;

const show = (what: string, figures: object): void =>
  console.log(`${what}: ${JSON.stringify(figures)} (load ${loadavg()[0]?.toFixed(1)})`);

show(
  '20 messages/s, limits documented',
  await measureLag({ perSecond: 20, seconds: 30, limits: 'documented' }),
);
show('100 messages/s, no limits', await measureLag({ perSecond: 100, seconds: 20, limits: 'none' }));
const run = await measureSameRun(events);
show('the same as a run', run);
const caughtUp = await measureBacklog(events);
show('catch-up, no limits', { ...caughtUp, shareOfRun: caughtUp.rowsPerSecond / run.rowsPerSecond });
show('catch-up, limits documented', await measureBacklog(LIMITED, 'documented'));
