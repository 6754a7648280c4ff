import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseFaults, parseLimits, startSandbox } from '../../../../src/sandbox/sandbox.ts';

const CLI = join(import.meta.dirname, 'sharing-cli.ts');
/** Rows of one request; small, so that a short test has many requests. */
const BATCH = 2;

type Ended = { readonly code: number | null; readonly err: string };
/** A process that writes users into the app. */
type Writer = { readonly child: ChildProcess; readonly ended: Promise<Ended> };

/** A sandbox with a limit for imports, and processes of one app that write to it. */
export type Together = AsyncDisposable & {
  /** In which the states are. */
  readonly states: string;
  /** When imports arrived, epoch milliseconds, and how they were answered. */
  readonly arrived: { readonly at: number; readonly status: number }[];
  /** The processes that have sent something, by their names. */
  begun(): readonly string[];
  /** Starts a process that sends so many requests. */
  start(name: string, requests: number, env?: Readonly<Record<string, string>>): Writer;
};

/** @param faults what the service answers wrong, as the option of the sandbox has it, and the seed of its dice */
export async function together(
  perMinute: number,
  { faults = '', seed = 1 }: { readonly faults?: string; readonly seed?: number } = {},
): Promise<Together> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-shared-'));
  const arrived: { at: number; status: number }[] = [];
  const sandbox = await startSandbox({
    dataFile: join(folder, 'sandbox', 'data.sqlite'),
    http: true,
    limits: parseLimits(`${perMinute}/min`),
    faults: parseFaults(faults),
    seed,
    log: ({ path, status }) => {
      if (path.includes('data_import')) arrived.push({ at: Date.now(), status });
    },
  });
  const states = join(folder, 'states');
  return {
    states,
    arrived,
    begun: () => begunIn(states),
    start(name, requests, env = {}) {
      const users = Array.from({ length: requests * BATCH }, (_, row) => `${name}-${row},User ${row}\n`);
      writeFileSync(join(folder, `${name}.csv`), `uid,name\n${users.join('')}`);
      const pipeline = {
        version: 1,
        name,
        state: 'states',
        sources: { users: { path: `${name}.csv` } },
        target: { baseUrl: sandbox.baseUrl, apiKey: { file: sandbox.files.apiKey }, api: 'import' },
        limits: { requestsPerMinute: perMinute, batch: BATCH },
      };
      const file = join(folder, `${name}.json`);
      writeFileSync(file, JSON.stringify(pipeline));
      const child = spawn(process.execPath, [CLI, 'run', file, '--yes', '--json'], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const err = text(child.stderr);
      const ended = once(child, 'close').then(async ([code]) => ({ code, err: await err }) as Ended);
      return { child, ended };
    },
    [Symbol.asyncDispose]: async () => {
      await sandbox[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Pipelines of whose rows the service has accepted some. */
function begunIn(states: string): string[] {
  const names = existsSync(states) ? readdirSync(states) : [];
  return names.filter(
    (name) => (statSync(join(states, name, 'ledger.log'), { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
}

/** The most requests in any time of this length. */
export function mostIn(ms: number, arrived: Together['arrived']): number {
  let [from, most] = [0, 0];
  for (const [index, { at }] of arrived.entries()) {
    while ((arrived[from]?.at ?? at) <= at - ms) from++;
    most = Math.max(most, index - from + 1);
  }
  return most;
}

/** The share of the limit that was used from the first request to the last. */
export function useOf(perMinute: number, arrived: Together['arrived']): number {
  const ms = (arrived.at(-1)?.at ?? 0) - (arrived[0]?.at ?? 0);
  return (arrived.length - 1) / ((ms * perMinute) / 60_000);
}
