import { mkdtempDisposable } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { startNode } from '../child.ts';
import { startPeer } from '../peer/peer.ts';
import { writeSame } from './write-same.ts';

/**
 * Measures how many events a receiver takes, each answered once it is synced, beside the least that does so: a server of
 * Node.js that appends bodies to a file and syncs it, one sync for all that wait. Then while everything is written in its process.
 * node bench/live/receive.ts [SECONDS] [FOLDER]
 */
const [, , seconds = '10', given] = process.argv;
const CONNECTIONS = 64;
const EVENT_BYTES = 2_048;
const WARM_MS = 1_000;
/** More messages than are written meanwhile. */
const BULK = 400_000;

const event = (number: number): string => {
  const text = JSON.stringify({ trigger: 'message_sent', number, text: '' });
  return text.replace('""', JSON.stringify('x'.repeat(EVENT_BYTES - text.length)));
};

/** The floor, in a thread of its own as the receiver is. */
const FLOOR = `
const { createServer } = require('node:http');
const { openSync, writeSync, fdatasync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const file = openSync(workerData, 'a');
let waiting = [];
let isSyncing = false;
const commit = () => {
  if (isSyncing || waiting.length === 0) return;
  isSyncing = true;
  const batch = waiting;
  waiting = [];
  writeSync(file, Buffer.concat(batch.map(({ body }) => body)));
  fdatasync(file, () => {
    for (const { response } of batch) response.writeHead(200, { 'Content-Length': '0' }).end();
    isSyncing = false;
    commit();
  });
};
const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    waiting.push({ body: Buffer.concat(chunks), response });
    commit();
  });
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

type Measured = {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
};

/** Sends events over all connections for a time. @throws Error if one is not answered with 200 */
async function measure(url: string, headers: Readonly<Record<string, string>>): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  const start = performance.now();
  const end = start + WARM_MS + Number(seconds) * 1_000;
  let number = 0;
  const send = (body: string): Promise<number> =>
    new Promise((resolve, reject) => {
      request(url, { method: 'POST', agent, headers }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
      })
        .on('error', reject)
        .end(body);
    });
  const sender = async (): Promise<void> => {
    while (performance.now() < end) {
      const before = performance.now();
      const status = await send(event(number++));
      if (status !== 200) throw new Error(`answered with ${status}`);
      if (before > start + WARM_MS) times.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sender));
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / Number(seconds), p50: at(0.5), p99: at(0.99), worst: at(1) };
}

function show(what: string, { perSecond, p50, p99, worst }: Measured): void {
  const ms = (time: number): string => `${time.toFixed(1)} ms`;
  console.log(
    `${what}: ${Math.round(perSecond)} events/s, p50 ${ms(p50)}, p99 ${ms(p99)}, worst ${ms(worst)}`,
  );
}

await using made = await mkdtempDisposable(given ? join(given, 'receive-') : join(tmpdir(), 'receive-'));
const folder = made.path;

const floor = new Worker(FLOOR, { eval: true, workerData: join(folder, 'floor') });
const port = await new Promise<number>((resolve) => floor.once('message', resolve));
const least = await measure(`http://127.0.0.1:${port}/`, {});
await floor.terminate();
show('node:http and fdatasync', least);

const child = startNode([join(import.meta.dirname, 'receiver-child.ts'), folder]);
child.stderr.pipe(process.stderr);
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const line = async (): Promise<Readonly<Record<string, string>>> => {
  const { value, done } = await lines.next();
  if (done) throw new Error('the receiver has ended');
  return JSON.parse(value) as Readonly<Record<string, string>>;
};
const { url = '', authorization = '' } = await line();
const share = (own: Measured): string =>
  `${((100 * own.perSecond) / least.perSecond).toFixed(0)} % of the least`;
const alone = await measure(url, { authorization });
show(`the receiver, ${share(alone)}`, alone);

await using peer = await startPeer(join(import.meta.dirname, '../peer/instant-peer.ts'));
const { pipeline } = await writeSame(folder, BULK, {
  target: { baseUrl: peer.baseUrl, apiKey: { env: 'CHATFERRY_API_KEY' } },
  limits: { requestsPerMinute: 1_000_000_000 },
});
const first = peer.next();
child.stdin.write(`${pipeline}\n`);
const begun = await first;
const beside = await measure(url, { authorization });
const runSeconds = (Date.now() - begun) / 1_000;
const { rows } = await peer.counts();
child.kill();
if (rows >= BULK) throw new Error('the run ended before');
show(`beside a run in its process, ${share(beside)}`, beside);
console.log(`that run: ${Math.round(rows / runSeconds)} rows/s (load ${loadavg()[0]?.toFixed(1)})`);
