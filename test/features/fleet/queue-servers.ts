import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { rowsOf, startPostgres } from '../../support/postgres.ts';

/** A server for queues, in a process of its own. */
interface QueueServer extends AsyncDisposable {
  /** The URL of an empty queue, with its password if there is one. */
  queue(): Promise<string>;
  /** Ends the server at once; what is in it is lost or stays, as its kind has it. */
  stop(): Promise<void>;
  /** Starts it again, on the same port. */
  start(): Promise<void>;
  /** Removes everything from a queue. */
  empty(url: string): Promise<void>;
}

/** A kind of server: `missing` says why there is none here. */
export type ServerKind = {
  readonly name: string;
  readonly missing: string | undefined;
  readonly start: () => Promise<QueueServer>;
};

const program = ['redis-server', 'valkey-server'].find((name) => spawnSync(name, ['--version']).status === 0);

export const serverKinds: readonly ServerKind[] = [
  {
    name: 'Redis',
    missing: program ? undefined : 'skipped: neither redis-server nor valkey-server is installed',
    start: () => startRedis(program as string),
  },
  { name: 'PostgreSQL', missing: undefined, start: postgres },
];

/** Starts a server that keeps nothing on the disk and wants a password. */
async function startRedis(command: string): Promise<QueueServer> {
  const port = await freePort();
  const password = 'pw-of-a-test';
  const base = `redis://:${password}@127.0.0.1:${port}`;
  let stop = async (): Promise<void> => {};
  const start = async (): Promise<void> => {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--requirepass', password];
    const child = spawn(command, options, { stdio: 'ignore' });
    const ended = once(child, 'exit');
    stop = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    await untilReady(`${base}/0`);
  };
  await start();
  let databases = 0;
  return {
    queue: async () => `${base}/${databases++}`,
    stop: () => stop(),
    start,
    empty: async (url) => {
      await withRedis(url, (client) => client.flushdb());
    },
    [Symbol.asyncDispose]: () => stop(),
  };
}

async function untilReady(url: string): Promise<void> {
  for (;;) {
    try {
      return void (await withRedis(url, (client) => client.ping()));
    } catch {
      await sleep(50);
    }
  }
}

export async function withRedis<T>(url: string, use: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    client.disconnect();
  }
}

async function postgres(): Promise<QueueServer> {
  const server = await startPostgres();
  return {
    queue: () => server.database(),
    stop: () => server.stop(),
    start: () => server.start(),
    empty: async (url) => {
      await rowsOf(url, 'TRUNCATE chatferry_queue.job, chatferry_queue.scheduler CASCADE');
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
