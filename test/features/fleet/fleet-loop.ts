import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openQueue } from '../../../src/features/fleet/queue/open-queue.ts';
import { queueUrlOf } from '../../../src/features/fleet/queue/queue-url.ts';
import type { FleetStatus } from '../../../src/features/fleet/status/fleet-status.ts';
import { readStatus } from '../../../src/features/fleet/status/read-status.ts';
import { type CliProcess, startCli } from '../../e2e/cli-process.ts';
import { serviceReader } from '../../e2e/service-reader.ts';
import { cli, startSandboxHere } from '../../support/cli-here.ts';
import type { EndedHere } from '../../support/main-here.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';

/** Apps with a pipeline each, all in one folder, and the service that they write into. */
export type Fleet = AsyncDisposable & {
  readonly folder: string;
  readonly queue: string;
  readonly proxy: RecordingProxy;
  /** The pipeline files. */
  readonly files: readonly string[];
  /** Runs a fleet command in this process. */
  fleet(...args: readonly string[]): Promise<EndedHere>;
  /** Starts a worker; it is ended with the fleet. */
  worker(...args: readonly string[]): CliProcess;
  status(): Promise<FleetStatus>;
  /** How often the unluckiest pipeline lost its worker. */
  mostLosses(): Promise<number>;
  /** Waits until a pipeline is told to stop. */
  untilCanceled(): Promise<void>;
  /** Waits until every pipeline has ended. */
  untilEnded(): Promise<FleetStatus>;
  /** What the sandbox has logged, by line. */
  log(): readonly string[];
  /** What is wrong with the rows in the service, a line each. */
  faults(): Promise<readonly string[]>;
};

/** What a fleet is made of. */
export type FleetSize = {
  readonly pipelines: number;
  readonly rows: number;
  /** What the limit of each app is. @default none that slows it down */
  readonly requestsPerMinute?: number;
  /** Groups of each app, which are its conversations. @default 2 */
  readonly groups?: number;
  /** More lines of each pipeline, such as `shards: 4`. */
  readonly more?: string;
  /** Arguments of the sandbox. */
  readonly sandbox?: readonly string[];
  /** The URL of the server that keeps the states. @default folders that all workers share */
  readonly states?: string | undefined;
};

/** So many workers have a folder for copies of states of their own, as on so many machines. */
const MACHINES = 4;

const USERS = 10;
const GROUPS = 2;

/** Makes a fleet over a queue; its rows have the name of their pipeline in every id. */
export async function makeFleet(
  queue: string,
  {
    pipelines,
    rows,
    requestsPerMinute = 10_000_000,
    groups = GROUPS,
    more = '',
    sandbox: options = [],
    states,
  }: FleetSize,
): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-fleet-'));
  const sandbox = await startSandboxHere(folder, options);
  const workers = new Map<number, CliProcess>();
  const proxy = await startRecordingProxy(
    sandbox.baseUrl,
    () => [...workers.keys()],
    (body) => /app-\d+/.exec(body)?.[0],
  );
  const messages = rows - USERS - groups - groups * USERS;
  const names = Array.from({ length: pipelines }, (_, at) => `app-${at}`);
  const target = `{ baseUrl: "${proxy.baseUrl}", apiKey: { file: ${JSON.stringify(sandbox.keyFile)} } }`;
  const limits = `limits: { requestsPerMinute: ${requestsPerMinute}, timeoutSeconds: 600 }`;
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what the pipeline holds
  const state = states === undefined ? '' : 'state: "${STATE_URL}"\n';
  const rest = `target: ${target}\n${limits}\n${state}${more}`;
  const files = names.map((name) => writeApp(folder, name, { messages, groups }, rest));
  const config = join(folder, 'worker.yaml');
  writeFileSync(
    config,
    `version: 1\nconcurrency: 4\npipelines: [.]\nenv: [STATE_URL]\nkeys: [{ file: ${JSON.stringify(sandbox.keyFile)}, host: 127.0.0.1 }]\n`,
  );
  const env = { CHATFERRY_QUEUE: queue };
  let started = 0;
  const envOfWorker = (): Readonly<Record<string, string>> =>
    states === undefined
      ? env
      : { ...env, STATE_URL: states, XDG_CACHE_HOME: join(folder, `machine-${started++ % MACHINES}`) };
  const status = async (): Promise<FleetStatus> => {
    await using open = await openQueue(queueUrlOf(undefined, env));
    return await readStatus(open, Date.now());
  };
  const mostLosses = async (): Promise<number> => {
    await using open = await openQueue(queueUrlOf(undefined, env));
    const jobs = await open.pipelines.getJobs(['completed', 'failed']);
    return Math.max(...jobs.map(({ stalledCounter }) => stalledCounter));
  };
  const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
  return {
    folder,
    queue,
    proxy,
    files,
    status,
    mostLosses,
    fleet: (...args) => cli(['fleet', ...args], env),
    worker: (...args) => {
      const worker = startCli(['fleet', 'work', '--config', config, ...args], envOfWorker());
      workers.set(worker.child.pid as number, worker);
      return worker;
    },
    untilCanceled: async () => {
      await using open = await openQueue(queueUrlOf(undefined, env));
      for (; ; await sleep(50))
        if ((await open.pipelines.getJobs()).some((job) => job?.data.canceled)) return;
    },
    untilEnded: async () => {
      for (; ; await sleep(250)) {
        const now = await status().catch(() => undefined);
        // One that has just changed its place in the queue may be in none.
        if (now?.pipelines.length !== names.length) continue;
        if (now.pipelines.every(({ state }) => state === 'done' || state === 'failed')) return now;
      }
    },
    log: () => sandbox.log().split('\n'),
    faults: () => faultsIn(reader, names, { messages, groups }),
    [Symbol.asyncDispose]: async () => {
      for (const { child } of workers.values()) child.kill('SIGKILL');
      await Promise.all([...workers.values()].map(({ ended }) => ended));
      await proxy[Symbol.asyncDispose]();
      await sandbox[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What is in each app. */
type AppSize = { readonly messages: number; readonly groups: number };

function writeApp(folder: string, name: string, { messages, groups }: AppSize, rest: string): string {
  const own = join(folder, name);
  mkdirSync(own);
  const lines = (of: string, header: string, count: number, line: (at: number) => string): void =>
    writeFileSync(
      join(own, `${of}.csv`),
      `${header}\n${Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('')}`,
    );
  lines('users', 'uid,name', USERS, (at) => `${name}-u${at},User ${at}`);
  lines('groups', 'guid,name', groups, (at) => `${name}-g${at},Group ${at}`);
  lines(
    'members',
    'guid,uid',
    groups * USERS,
    (at) => `${name}-g${at % groups},${name}-u${Math.floor(at / groups)}`,
  );
  lines('messages', 'muid,sender,receiver,receiverType,sentAt,text', messages, (at) =>
    [
      `${name}-m${at}`,
      `${name}-u${at % USERS}`,
      `${name}-g${at % groups}`,
      'group',
      1_700_000_000 + at,
      at,
    ].join(),
  );
  const sources = ['users', 'groups', 'members', 'messages'].map((of) => `  ${of}: { path: ${of}.csv }\n`);
  const file = join(own, 'pipeline.yaml');
  writeFileSync(file, `version: 1\nname: ${name}\n${rest}\nsources:\n${sources.join('')}`);
  return file;
}

async function faultsIn(
  reader: ReturnType<typeof serviceReader>,
  names: readonly string[],
  { messages, groups }: AppSize,
): Promise<readonly string[]> {
  const faults: string[] = [];
  const counted = async (what: string, keys: AsyncIterable<string>, expected: number): Promise<void> => {
    const seen = new Map<string, number>();
    for await (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
    if (seen.size !== expected) faults.push(`${seen.size} ${what}, expected ${expected}`);
    for (const [key, times] of seen) if (times > 1) faults.push(`${what} ${key}: ${times} times`);
  };
  const keysOf = async function* (path: string, key: string) {
    for await (const row of reader.list(path))
      if (String(row[key]).startsWith('app-')) yield String(row[key]);
  };
  await counted('users', keysOf('/users', 'uid'), names.length * USERS);
  await counted('groups', keysOf('/groups', 'guid'), names.length * groups);
  const last = new Map<string, number>();
  const muids = async function* () {
    for await (const { muid, receiver, data } of reader.messages()) {
      const text = Number(data['text']);
      if (text < (last.get(receiver) ?? -1)) faults.push(`${muid} is out of order`);
      last.set(receiver, text);
      yield muid;
    }
  };
  await counted('messages', muids(), names.length * messages);
  return faults;
}

/** A pipeline that two processes have sent rows of by turns: two at once had it. */
export function sharedPipelines({ sent }: RecordingProxy): readonly string[] {
  const turns = new Map<string, number[]>();
  for (const { pid, pipeline } of sent) {
    // The process was gone before it was looked for.
    if (pid === 0) continue;
    const own = turns.get(pipeline) ?? [];
    if (own.at(-1) !== pid) own.push(pid);
    turns.set(pipeline, own);
  }
  return [...turns].filter(([, pids]) => new Set(pids).size !== pids.length).map(([name]) => name);
}

/**
 * Kills one worker after the other while it has a pipeline, and starts another in its place.
 * @param start starts a worker
 * @param everyMs the time between two kills of the same worker, at least
 * @returns the kills so far; when it is disposed of it stops
 */
export function killing(
  start: () => CliProcess,
  workers: CliProcess[],
  everyMs: number,
  killsMax = Number.POSITIVE_INFINITY,
): AsyncDisposable & { kills: number } {
  const stop = new AbortController();
  const state = { kills: 0 };
  const busy = workers.map(hasTaken);
  const loop = async (): Promise<void> => {
    for (let at = 0; state.kills < killsMax; at = (at + 1) % workers.length) {
      await sleep(everyMs / workers.length, undefined, { signal: stop.signal });
      // On a busy machine it takes a while to start, and one that is killed before would show nothing.
      await Promise.race([busy[at], once(stop.signal, 'abort')]);
      stop.signal.throwIfAborted();
      workers[at]?.child.kill('SIGKILL');
      const next = start();
      workers[at] = next;
      busy[at] = hasTaken(next);
      state.kills += 1;
    }
  };
  const ended = loop().catch(() => {});
  return Object.assign(state, {
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await ended;
    },
  });
}

/** Waits until a worker has taken a pipeline. */
const hasTaken = ({ child }: CliProcess): Promise<void> =>
  new Promise((resolve) => {
    child.stdout?.on('data', (said: Buffer) => {
      if (/: run$|"took"/m.test(said.toString())) resolve();
    });
  });
