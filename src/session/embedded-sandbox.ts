import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunError } from '../errors/run-error.ts';
import { jsonIn } from '../input/json/defined.ts';
import { childEnv } from '../system/child-env.ts';

/** The local service, running in a process of its own. */
export type EmbeddedSandbox = AsyncDisposable & {
  /** Aborts with a RunError if the sandbox ends by itself. */
  readonly lost: AbortSignal;
  readonly baseUrl: string;
  readonly appId: string;
  readonly region: string;
  readonly files: { readonly apiKey: string; readonly ca: string };
};

/** The time that one that does not start may take to say why. */
const REASON_MS = 5_000;
const STARTUP_MS = 30_000;
const STOP_MS = 5_000;

/**
 * Starts the `sandbox` command in a process of its own, exactly as a user would. The sandbox ends when its standard input
 * ends, so it never outlives this process. Ctrl-C for this process does not reach it.
 * @param dataFile where it stores its data; its keys and certificates are in the same folder
 * @param secrets names of variables that it does not get
 * @throws RunError `SANDBOX.FAILED`
 */
export async function startEmbeddedSandbox(
  dataFile: string,
  secrets: readonly string[],
): Promise<EmbeddedSandbox> {
  const child = spawnSandbox(dataFile, secrets);
  // A process that cannot start has no streams.
  if (child.pid === undefined) throw await spawnError(child);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString()).slice(-2_000);
  });
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit');
  const closed = once(child, 'close').catch(() => {});
  const announced = await announcement(child, exited);
  if (!announced) {
    // It says why, and then ends.
    await Promise.race([closed, sleep(REASON_MS, undefined, { ref: false })]);
    child.kill('SIGKILL');
    await exited;
    throw notStarted(stderr);
  }
  const lost = new AbortController();
  exited.then(
    () => lost.abort(new RunError('SANDBOX.LOST', 'the embedded sandbox has ended')),
    () => {},
  );
  return {
    ...announced,
    lost: lost.signal,
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

function spawnSandbox(dataFile: string, secrets: readonly string[]): ChildProcessWithoutNullStreams {
  const cli = join(import.meta.dirname, `../cli${extname(import.meta.filename)}`);
  return spawn(
    process.execPath,
    [cli, 'sandbox', '--data', dataFile, '--port', '0', '--json', '--until-stdin-ends'],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      // The sandbox must not get settings of a hosted service, above all its API key.
      env: childEnv(process.env, secrets),
    },
  );
}

async function spawnError(child: ChildProcessWithoutNullStreams): Promise<RunError> {
  const [cause] = (await once(child, 'error')) as [Error];
  return new RunError('SANDBOX.FAILED', `the embedded sandbox did not start: ${cause.message}`, { cause });
}

/**
 * The line that the sandbox prints once it listens; undefined if it ends, prints something else or takes too long.
 */
async function announcement(
  { stdout }: ChildProcessWithoutNullStreams,
  exited: Promise<unknown>,
): Promise<Announced | undefined> {
  const line = await Promise.race([
    firstLine(stdout),
    exited.then(() => undefined),
    sleep(STARTUP_MS, undefined, { ref: false }),
  ]);
  return line === undefined ? undefined : (jsonIn(line) as Announced | undefined);
}

function notStarted(stderr: string): RunError {
  const reason = /✖ [A-Z.]+\s+(.*)/.exec(stderr)?.[1] ?? stderr.trim();
  const message = `the embedded sandbox did not start: ${reason || 'it printed no reason'}`;
  const isInUse = reason.includes('is in use');
  return new RunError('SANDBOX.FAILED', message, isInUse ? { hint: IN_USE } : {});
}

const IN_USE =
  'close the program that uses the file, such as chatferry sandbox or a viewer of SQLite files, then run the same command again';

type Announced = Omit<EmbeddedSandbox, keyof AsyncDisposable | 'lost'>;

async function firstLine(stream: NodeJS.ReadableStream): Promise<string | undefined> {
  let text = '';
  for await (const chunk of stream) {
    text += chunk.toString();
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
  }
  return undefined;
}
