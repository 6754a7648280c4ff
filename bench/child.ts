import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Usage } from './probe.ts';

/** The end of a process, and the resources it used. */
export type Ended = {
  /** Time from its start to its end. */
  readonly seconds: number;
  readonly stdout: string;
  readonly own: Usage;
  /** The resources of the processes that it started. */
  readonly others: readonly Usage[];
};

export type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts `node` with a script and its arguments. */
export function startNode(args: readonly string[], env: Readonly<Record<string, string>> = {}): Child {
  return spawn(process.execPath, [...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
}

export type MeasureOptions = {
  /** The file that records the resources of a process. */
  readonly probe: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly accepted?: readonly number[];
};

/**
 * Runs a script to its end and measures it and the processes it starts.
 * @throws Error if it ends with another code than 0 or one of `accepted`
 */
export async function measured(
  args: readonly string[],
  { probe, env = {}, accepted = [] }: MeasureOptions,
): Promise<Ended> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-usage-'));
  const startedAt = performance.now();
  const child = startNode(args, {
    ...env,
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${pathToFileURL(probe).href}`,
    BENCH_USAGE: folder.path,
  });
  child.stdin.end();
  const exited = once(child, 'exit').then(([code]) => ({ code, seconds: secondsSince(startedAt) }));
  const [{ code, seconds }, stdout, stderr] = await Promise.all([
    exited,
    text(child.stdout),
    text(child.stderr),
  ]);
  if (code !== 0 && !accepted.includes(code as number))
    throw new Error(`${args.join(' ')} ended with ${code}: ${stderr.slice(-2_000)}${stdout.slice(-2_000)}`);
  const usages = await readUsages(folder.path);
  const own = usages.find(({ pid }) => pid === child.pid);
  if (!own) throw new Error(`${args.join(' ')} did not say what it used`);
  return { seconds, stdout, own, others: usages.filter((usage) => usage !== own) };
}

async function readUsages(folder: string): Promise<Usage[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Usage),
  );
}

/** Milliseconds from the start of a script to its end, without a probe in it. */
export async function lifeMs(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`);
  return secondsSince(startedAt) * 1_000;
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;
