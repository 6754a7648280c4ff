import { mkdtempDisposable, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandboxProcess } from '../../test/e2e/cli-process.ts';
import type { Export } from '../bench.ts';
import { generate } from '../generate.ts';
import { startPeer } from '../peer/peer.ts';
import { peerPipeline } from '../peer/peer-pipeline.ts';
import { plainScripts } from '../plain.ts';
import { throughQueue } from './fleet.ts';
import { startWorker, type Used, type Worker } from './worker.ts';

/** Measures a run that is divided among processes against one process, on this machine. All have loaded the program. */

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    shards: { type: 'string', default: '4' },
    /** `peer` answers at once; `sandbox` keeps everything, on the same cores. */
    into: { type: 'string', default: 'peer' },
    /** `Redis` or `PostgreSQL`: the stages are given to the workers of a fleet, whose program is the built one. */
    queue: { type: 'string' },
  },
});
const [rows, shards] = [Number(values.rows), Number(values.shards)];

await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-shards-'));
const scripts = await plainScripts(folder.path);
const csv: Export = { folder: join(folder.path, 'csv'), pipeline: '', format: 'csv' };
process.stderr.write(`writing ${rows} messages\n`);
const people = { users: rows / 50, groups: Math.max(5, rows / 2_000), members: rows / 25 };
await generate({ out: csv.folder, format: 'csv', messages: rows, bad: 0, seed: 1, ...people });

const summed = (all: readonly Used[], seconds: number): Used => ({
  seconds,
  cpuSeconds: all.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  peakBytes: Math.max(...all.map(({ peakBytes }) => peakBytes)),
});

/** Does the work with a fresh service and a fresh state. */
async function withService(work: (pipeline: string) => Promise<void>): Promise<void> {
  await rm(join(csv.folder, '.chatferry'), { recursive: true, force: true });
  const lines = [`shards: ${shards}`];
  if (values.into === 'peer') {
    await using peer = await startPeer(scripts('peer/instant-peer'));
    await work(await peerPipeline(csv, peer.baseUrl, ...lines));
    const { rows: arrived } = await peer.counts();
    const expected = rows + people.users + people.groups + people.members;
    if (arrived !== expected) throw new Error(`${arrived} rows arrived, not ${expected}`);
    return;
  }
  await using data = await mkdtempDisposable(join(tmpdir(), 'chatferry-service-'));
  await using sandbox = await startSandboxProcess(data.path);
  process.env['CHATFERRY_API_KEY'] = sandbox.apiKey;
  await work(await peerPipeline(csv, sandbox.baseUrl, ...lines));
}

/** How the rows are written: what it is called, and who does it. */
type Way = readonly [name: string, run: (pipeline: string) => Promise<Used>];

const line = (name: string, { seconds, cpuSeconds, peakBytes }: Used): void => {
  const rate = Math.round(rows / seconds).toLocaleString('en');
  const memory = Math.round(peakBytes / 2 ** 20);
  console.log(
    `${name.padEnd(32)}${seconds.toFixed(1).padStart(6)} s${cpuSeconds.toFixed(1).padStart(7)} s cpu${rate.padStart(10)} rows/s${memory.toString().padStart(6)} MB`,
  );
};

async function inOneProcess(pipeline: string): Promise<Used> {
  await using worker = await startWorker();
  return await worker.run(pipeline);
}

const throughFleet = (pipeline: string): Promise<Used> =>
  throughQueue(pipeline, shards, values.queue as string);

async function inManyProcesses(pipeline: string): Promise<Used> {
  const workers = await Promise.all(Array.from({ length: shards }, startWorker));
  const [first] = workers as [Worker, ...Worker[]];
  const startedAt = performance.now();
  const before = await first.stages(pipeline, 'users', 'groups', 'members', 'index');
  const shardsAt = performance.now();
  const own = await Promise.all(workers.map((worker, n) => worker.stages(pipeline, `shard ${n + 1}`)));
  const mergeAt = performance.now();
  const after = await first.stages(pipeline, 'merge');
  line('  users, groups, members, index', before);
  line(`  ${shards} shards at once`, summed(own, (mergeAt - shardsAt) / 1_000));
  line('  merge', after);
  await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
  return summed([before, ...own, after], (performance.now() - startedAt) / 1_000);
}

process.env['CHATFERRY_API_KEY'] ??= 'key';
const measured: Used[] = [];
const divided: Way =
  values.queue === undefined
    ? [`${shards} processes`, inManyProcesses]
    : [`${shards} workers, ${values.queue}`, throughFleet];
for (const [name, run] of [['one process', inOneProcess] satisfies Way, divided])
  await withService(async (pipeline) => {
    const used = await run(pipeline);
    line(name, used);
    measured.push(used);
  });
const [one, many] = measured as [Used, Used];
console.log(
  `speed ${(one.seconds / many.seconds).toFixed(2)} of one process, processor time ${(many.cpuSeconds / one.cpuSeconds).toFixed(2)} times`,
);
