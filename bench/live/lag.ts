import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type LiveWorld, openLiveWorld } from '../../test/live/chaos/live-world.ts';
import { startNode } from '../child.ts';
import { startLive, type Used } from './live-child.ts';

/** Times from the sending of a message on one side to its being on the other one, milliseconds. */
export type Times = {
  readonly p50: number;
  readonly p95: number;
  readonly worst: number;
  /** Messages that were not there in the end. */
  readonly lost: number;
};

export type Lag = Times & {
  /** From the receipt of events to their writing, as the process itself says it. */
  readonly own: unknown;
  readonly used: Used;
};

export type LagOptions = {
  readonly perSecond: number;
  readonly seconds: number;
  /** As the option of the sandbox. */
  readonly limits: string;
};

const SENDERS = 50;
const GROUP_SIZE = 5;
const LOOK_MS = 50;
const LISTED_MAX = 1_000;
const LISTED_MORE = 50;
const CONNECTIONS = 16;
const LATER_MS = 200;
/** For so long what is late is waited for. */
const LATE_MS = 30_000;

/** Makes the people, in groups of some of them. */
async function addSenders({ old }: LiveWorld): Promise<void> {
  for (let at = 0; at < SENDERS; at++) await old.call('POST', '/users', { uid: `p${at}`, name: `P ${at}` });
  for (let first = 0; first < SENDERS; first += GROUP_SIZE) {
    const guid = `g${first / GROUP_SIZE}`;
    await old.call('POST', '/groups', { guid, name: guid, type: 'public', owner: `p${first}` });
    const participants = Array.from({ length: GROUP_SIZE - 1 }, (_, at) => `p${first + at + 1}`);
    await old.call('POST', `/groups/${guid}/members`, { participants });
  }
}

/** A sender of webhooks that does not wait for one before the next, as those of vendors; the sandbox sends one at a time. */
async function openSender(): Promise<AsyncDisposable & { readonly url: string; to: string }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const sender = { url: '', to: '' };
  const pass = (path: string, headers: object, body: Buffer): void => {
    const again = (): void => void setTimeout(pass, LATER_MS, path, headers, body).unref();
    request(`${sender.to}${path}`, { method: 'POST', agent, headers: { ...headers } }, (answer) => {
      answer.resume();
      if (answer.statusCode !== 200) again();
    })
      .on('error', again)
      .end(body);
  };
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      response.writeHead(200).end();
      const { authorization = '', 'content-type': type = '' } = incoming.headers;
      pass(incoming.url ?? '', { authorization, 'content-type': type }, Buffer.concat(parts));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sender.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(sender, {
    async [Symbol.asyncDispose]() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  });
}

/** Lets people of the old app write, and looks when their messages are in the new one: first by `live`, then by a bare relay. */
export async function measureLag(
  options: LagOptions,
): Promise<{ readonly live: Lag; readonly relay: Times }> {
  const { limits } = options;
  await using sender = await openSender();
  const live = { reconcile: 'off', publicUrl: sender.url };
  // What is documented is what is usual.
  const own = limits === 'documented' ? { rest: { limits: { timeoutSeconds: 30 } } } : {};
  await using world = await openLiveWorld({ seed: 1, live, limits, ...own });
  sender.to = world.receiver;
  await addSenders(world);
  await sleep(2_000);
  let found: Lag;
  {
    await using child = startLive(world.pipeline);
    await world.until('the phase live', ({ phase }) => phase === 'live');
    const times = await measureTimes(world, 'm', options);
    found = { ...times, own: (await world.status())?.['lagMs'], used: child.used() };
  }
  const { baseUrl, files } = world.fresh;
  const relay = startNode([join(import.meta.dirname, 'relay.ts'), baseUrl, files.apiKey]);
  relay.stderr.pipe(process.stderr);
  const [printed] = (await once(relay.stdout, 'data')) as [Buffer];
  sender.to = printed.toString().trim();
  const times = await measureTimes(world, 'r', options);
  relay.kill();
  return { live: found, relay: times };
}

async function measureTimes(
  { old, fresh }: LiveWorld,
  prefix: string,
  { perSecond, seconds }: LagOptions,
): Promise<Times> {
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  let isOver = false;
  const looking = (async () => {
    for (; !isOver; await sleep(LOOK_MS)) {
      // Lists are in the order of times, and what was imported has its own.
      const most = Math.min(LISTED_MAX, sentAt.size + LISTED_MORE);
      const { data } = await fresh.call('GET', `/messages?limit=${most}&affix=prepend`);
      const now = performance.now();
      for (const { muid } of data as readonly { readonly muid?: string }[]) {
        const at = sentAt.get(String(muid));
        if (at === undefined) continue;
        times.push(now - at);
        sentAt.delete(String(muid));
      }
    }
  })();
  const begun = performance.now();
  const count = perSecond * seconds;
  const sending: Promise<unknown>[] = [];
  for (let at = 0; at < count; at++) {
    await sleep(Math.max(0, begun + (at * 1_000) / perSecond - performance.now()));
    const sender = at % SENDERS;
    const muid = `${prefix}-${at}`;
    const body = {
      receiver: `g${Math.floor(sender / GROUP_SIZE)}`,
      receiverType: 'group',
      category: 'message',
      type: 'text',
      muid,
      data: { text: `${at} hello` },
    };
    sentAt.set(muid, performance.now());
    sending.push(old.call('POST', '/messages', body, `p${sender}`));
  }
  await Promise.all(sending);
  const end = performance.now() + LATE_MS;
  while (sentAt.size > 0 && performance.now() < end) await sleep(LOOK_MS);
  isOver = true;
  await looking;
  times.sort((a, b) => a - b);
  const share = (of: number): number =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * of))] ?? 0);
  return { p50: share(0.5), p95: share(0.95), worst: share(1), lost: sentAt.size };
}
