import type { Job, Queue, QueueOptions, Worker, WorkerOptions } from 'bullmq';
import { RunError } from '../../../errors/run-error.ts';
import { type Clock, realClock } from '../../../system/clock.ts';
import type { System } from '../../../system/system.ts';
import { type FleetJob, jobSchema, type NightResult } from './fleet-job.ts';
import { fleetLibraries } from './fleet-libraries.ts';
import { queueError } from './queue-error.ts';
import type { QueueUrl } from './queue-url.ts';

/** The pipelines, a job each, whose id says which one it is. */
export type PipelineQueue = Queue<FleetJob, unknown, string>;
/** The schedules; a job of theirs submits a pipeline when its time has come. */
type ScheduleQueue = Queue<FleetJob, NightResult, string>;

/** An open queue. Disposing of it closes its connections. */
export interface FleetQueue extends AsyncDisposable {
  readonly pipelines: PipelineQueue;
  readonly schedules: ScheduleQueue;
  readonly url: QueueUrl;
  /** The lead of the clock of this machine over that of the server, milliseconds; negative if it is behind. */
  readonly aheadMs: number;
  /** Starts to take jobs; whoever starts it closes it. */
  worker<R>(name: 'pipelines' | 'schedules', work: WorkOn<R>, options: WorkerSetting): Worker<FleetJob, R>;
}

type WorkOn<R> = (job: Job<FleetJob>, token?: string) => Promise<R>;
type WorkerSetting = Pick<WorkerOptions, 'name' | 'concurrency'>;
type Connection = QueueOptions['connection'];

/** Names of keys in Redis begin with it; in PostgreSQL, it is a schema. */
const PREFIX = 'chatferry';
const SCHEMA = 'chatferry_queue';
/** Redis waits so long for a server that does not answer at all. */
const CONNECT_MS = 5_000;
/** Events of the engine that are kept; nobody here reads them. */
const EVENTS_MAX = 1_000;
/** Jobs that are looked at to see whether a queue is ours. */
const LOOKED_AT = 20;

/**
 * A worker that is gone is noticed after this time and an interval. The lock of the engine only says who looks next: what
 * keeps two workers from one pipeline is the lock of its state.
 */
const LEASE_MS = 10_000;
const STALLED_EVERY_MS = 2_000;
/** Whoever is killed again and again is not to blame; a pipeline that is wrong fails with its own code. */
const STALLED_MAX = 1_000_000;

/**
 * Connects to a queue, makes what it needs there, and checks that it is ours.
 * @throws RunError `FLEET.*`
 */
export async function openQueue(url: QueueUrl, clock: Pick<Clock, 'now'> = realClock): Promise<FleetQueue> {
  try {
    const engine = fleetLibraries.bullmq();
    const aheadMs = await ahead(url.kind === 'redis' ? tryRedis : tryPostgres, url.url, clock);
    const backend = url.kind === 'postgres' ? [engine.createPostgresBackend] : [];
    const connection = (
      url.kind === 'redis'
        ? { url: url.url, connectTimeout: CONNECT_MS }
        : { connectionString: url.url, schema: SCHEMA, migrate: true, max: 3 }
    ) as Connection;
    const options: QueueOptions = { connection, prefix: PREFIX, streams: { events: { maxLen: EVENTS_MAX } } };
    const open = (name: string): Queue =>
      Reflect.construct(engine.Queue, [name, options, ...backend]) as Queue;
    // A connection that is left open keeps the process.
    await using opened = new AsyncDisposableStack();
    const pipelines = opened.adopt(open('pipelines') as PipelineQueue, closed);
    pipelines.on('error', () => {});
    await pipelines.waitUntilReady();
    const schedules = opened.adopt(open('schedules') as ScheduleQueue, closed);
    schedules.on('error', () => {});
    const queue: FleetQueue = {
      pipelines,
      schedules,
      url,
      aheadMs,
      worker: (name, work, setting) =>
        Reflect.construct(engine.Worker, [
          name,
          work,
          workerOptions(connection, setting),
          ...backend,
        ]) as never,
      [Symbol.asyncDispose]: async () => {
        await Promise.all([closed(pipelines), closed(schedules)]);
      },
    };
    await requireOurs(queue);
    opened.move();
    return queue;
  } catch (error) {
    throw queueError(error, url);
  }
}

/**
 * Does some work with a queue.
 * @throws RunError `FLEET.*`, also for what the server or its driver says during the work
 */
export async function withQueue<T>(
  url: QueueUrl,
  { clock }: Pick<System, 'clock'>,
  work: (queue: FleetQueue) => Promise<T>,
): Promise<T> {
  await using queue = await openQueue(url, clock);
  try {
    return await work(queue);
  } catch (error) {
    throw queueError(error, url);
  }
}

const closed = (queue: Pick<Queue, 'close'>): Promise<void> => queue.close().catch(() => {});

const workerOptions = (connection: Connection, setting: WorkerSetting): WorkerOptions => ({
  connection,
  prefix: PREFIX,
  ...setting,
  lockDuration: LEASE_MS,
  stalledInterval: STALLED_EVERY_MS,
  maxStalledCount: STALLED_MAX,
  runRetryDelay: 1_000,
});

/** Measures how far a clock is ahead of that of a server, whatever time the answer takes. */
async function ahead(
  ask: (url: string) => Promise<number>,
  url: string,
  clock: Pick<Clock, 'now'>,
): Promise<number> {
  const before = clock.now();
  const server = await ask(url);
  const after = clock.now();
  return server < before ? before - server : Math.min(0, after - server);
}

/** One connection that does not come again: the engine would wait for a server for ever. Returns the time of the server. */
async function tryRedis(url: string): Promise<number> {
  const { Redis } = fleetLibraries.ioredis();
  const client = new Redis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: CONNECT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  let said: Error | undefined;
  client.on('error', (error) => {
    said = error;
  });
  try {
    await client.connect();
    // Else the driver goes on with database 0 where the server has no such one.
    await client.select(client.options.db ?? 0);
    const [, policy] = /^maxmemory_policy:(\S+)/m.exec(await client.info('memory')) ?? [];
    if (policy !== undefined && policy !== 'noeviction')
      throw new RunError('FLEET.EVICTION', `the Redis of the queue has the maxmemory-policy ${policy}`);
    const [seconds = 0, micros = 0] = await client.time();
    return Number(seconds) * 1_000 + Number(micros) / 1_000;
  } catch (error) {
    throw said ?? error;
  } finally {
    client.disconnect();
  }
}

async function tryPostgres(url: string): Promise<number> {
  const { Client } = fleetLibraries.pg();
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now');
    return Number(rows[0]?.now);
  } finally {
    await client.end().catch(() => {});
  }
}

/** @throws RunError `FLEET.FOREIGN_QUEUE`, `FLEET.SERVER_VERSION` */
async function requireOurs({ pipelines, schedules, url }: FleetQueue): Promise<void> {
  for (const queue of [pipelines, schedules]) {
    await queue.getMeta();
    for (const job of await queue.getJobs(undefined, 0, LOOKED_AT - 1)) {
      const data: unknown = job?.data;
      if (!job || jobSchema.safeParse(data).success) continue;
      const { version } = (typeof data === 'object' && data !== null ? data : {}) as { version?: unknown };
      throw typeof version === 'number' && version > 1
        ? new RunError(
            'FLEET.SERVER_VERSION',
            `the queue ${url.shown} is that of a later version of chatferry`,
          )
        : new RunError(
            'FLEET.FOREIGN_QUEUE',
            `the queue ${url.shown} has jobs of another program, such as ${queue.name}/${job.id}`,
          );
    }
  }
}
