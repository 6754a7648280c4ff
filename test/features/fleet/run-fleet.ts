import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { enqueue } from '../../../src/features/fleet/queue/enqueue.ts';
import { jobProgressOf } from '../../../src/features/fleet/queue/fleet-job.ts';
import { openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import { submissionOf } from '../../../src/features/fleet/queue/submission.ts';
import { realSystem } from '../../../src/system/system.ts';
import { startPostgres } from '../../support/postgres.ts';
import { killing, makeFleet, sharedPipelines } from './fleet-loop.ts';
import { type ServerKind, serverKinds } from './queue-servers.ts';

/** The long form: many pipelines on some workers, first undisturbed, then with kills; and a schedule of each minute. */
const { values } = parseArgs({
  options: {
    pipelines: { type: 'string', default: '200' },
    rows: { type: 'string', default: '1000' },
    workers: { type: 'string', default: '4' },
    'kill-every': { type: 'string', default: '10' },
    concurrency: { type: 'string', default: '4' },
    rate: { type: 'string', default: '4200' },
    nights: { type: 'string', default: '5' },
    queue: { type: 'string', default: 'Redis,PostgreSQL' },
    /** `folder` that all workers share, or `server`: in PostgreSQL, and each worker has copies of its own. */
    states: { type: 'string', default: 'folder' },
  },
});
const size = {
  pipelines: Number(values.pipelines),
  rows: Number(values.rows),
  requestsPerMinute: Number(values.rate),
};
const workers = Number(values.workers);
const killEveryMs = Number(values['kill-every']) * 1_000;
/** A worker that is gone is noticed after its lease and two looks. */
const LEASE_MS = 14_000;

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function require(isSo: boolean, what: string): void {
  if (isSo) return;
  console.error(`FAILED: ${what}`);
  process.exitCode = 1;
}

/** The most memory that a process had, MB; 0 where the system does not say, or it has ended. */
function peakOf(pid = 0): number {
  try {
    return Number(/^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}

/** Runs the fleet once; returns how long it took in milliseconds, and how often one pipeline lost its worker. */
async function once(
  kind: ServerKind,
  everyMs: number | undefined,
): Promise<{ tookMs: number; losses: number }> {
  await using server = await kind.start();
  await using kept = values.states === 'server' ? await startPostgres() : undefined;
  await using fleet = await makeFleet(await server.queue(), { ...size, states: await kept?.database() });
  require((await fleet.fleet('submit', ...fleet.files)).code === 0, 'submit');
  const startedMs = performance.now();
  const start = () => fleet.worker('--concurrency', values.concurrency);
  const running = Array.from({ length: workers }, start);
  const killer = everyMs === undefined ? undefined : killing(start, running, everyMs);
  const { pipelines } = await fleet.untilEnded();
  const tookMs = performance.now() - startedMs;
  const peak = Math.max(...running.map(({ child }) => peakOf(child.pid)));
  await killer?.[Symbol.asyncDispose]();
  const { rows } = size;
  const bad = pipelines.filter(({ last }) => last?.exitCode !== 0 || last.counts['created'] !== rows);
  require(bad.length === 0, JSON.stringify(bad.slice(0, 3)));
  const faults = await fleet.faults();
  require(faults.length === 0, faults.slice(0, 5).join('; '));
  const shared = sharedPipelines(fleet.proxy);
  require(shared.length === 0, `two workers at once had ${shared.join(', ')}`);
  const seen = fleet.proxy.sent.filter(({ pid }) => pid !== 0).length;
  console.log(
    `${kind.name}: ${size.pipelines} pipelines of ${rows} rows, states: ${values.states}, ${workers} workers of ${values.concurrency}, ${values.rate} requests a minute for the app, ${killer?.kills ?? 0} kills: ${seconds(tookMs)}; ${fleet.proxy.sent.length} requests, ${seen} of a known process; the largest worker took ${Math.round(peak)} MB`,
  );
  return { tookMs, losses: await fleet.mostLosses() };
}

/** What the queue adds to a pipeline: from its submission to its end, less the time of the run itself. */
async function overhead(kind: ServerKind, pipelines: number): Promise<void> {
  await using server = await kind.start();
  await using fleet = await makeFleet(await server.queue(), { pipelines, rows: 100 });
  await using open = await openQueue(queueUrlOf(undefined, { CHATFERRY_QUEUE: fleet.queue }));
  fleet.worker('--concurrency', '1');
  const added: number[] = [];
  for (const file of fleet.files) {
    const asked = { command: 'run', strict: false, allowNotifications: false } as const;
    const { id } = await enqueue(open.pipelines, submissionOf(file, asked, { env: {}, system: realSystem }));
    for (;;) {
      const job = await open.pipelines.getJob(id);
      const { last } = jobProgressOf(job?.progress);
      if (job?.finishedOn && last) {
        added.push(job.finishedOn - job.timestamp - last.durationMs);
        break;
      }
      await sleep(20);
    }
  }
  // The first one waits for the worker to start.
  const [, ...all] = added;
  all.sort((one, other) => one - other);
  const middle = all[Math.floor(all.length / 2)] ?? Number.NaN;
  console.log(
    `${kind.name}: the queue adds ${middle} ms to a pipeline (median of ${all.length}; most ${all.at(-1)} ms)`,
  );
  require(middle < 100, 'the overhead of the queue');
}

/** A night each minute on two workers, one of which is killed. */
async function nights(kind: ServerKind, count: number): Promise<void> {
  await using server = await kind.start();
  await using fleet = await makeFleet(await server.queue(), { pipelines: 1, rows: 200 });
  const [file = ''] = fleet.files;
  const first = fleet.worker('--json');
  const second = fleet.worker('--json');
  require((await fleet.fleet('schedule', file, '--at', '* * * * *')).code === 0, 'schedule');
  const begunMs = Date.now();
  const untilMs = (Math.floor(begunMs / 60_000) + count) * 60_000 + 40_000;
  await sleep((untilMs - begunMs) / 2);
  first.child.kill('SIGKILL');
  await sleep(untilMs - Date.now());
  require((await fleet.fleet('unschedule', file)).code === 0, 'unschedule');
  second.child.kill('SIGTERM');
  const lines = (await Promise.all([first.ended, second.ended])).flatMap(({ out }) => out.trim().split('\n'));
  const done = lines
    .map((line) => JSON.parse(line) as { event: string; at: string })
    .filter(({ event }) => event === 'done');
  const minutes = done.map(({ at }) => at.slice(0, 16)).sort();
  require(minutes.length === count && new Set(minutes).size === count, `nights at ${minutes.join(', ')}`);
  console.log(
    `${kind.name}: ${minutes.length} nights, ${new Set(minutes).size} of them in a minute of their own`,
  );
}

for (const kind of serverKinds.filter(({ name }) => values.queue.includes(name))) {
  if (kind.missing) {
    console.log(`${kind.name}: ${kind.missing}`);
    continue;
  }
  await overhead(kind, 30);
  const calm = await once(kind, undefined);
  const killed = await once(kind, killEveryMs);
  const mostMs = 1.2 * calm.tookMs + killed.losses * LEASE_MS;
  console.log(
    `${kind.name}: ${seconds(killed.tookMs)} with kills; 1.2 times the time without and ${killed.losses} leases are ${seconds(mostMs)}`,
  );
  require(killed.tookMs <= mostMs, 'the time with kills');
  if (Number(values.nights) > 0) await nights(kind, Number(values.nights));
}
