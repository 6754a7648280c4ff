import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { repository } from './repository.ts';

/** The program as it is published; `build.ts` makes it. */
const cli = join(repository, 'dist/cli.js');

/** Starts the command line in a process of its own, as a user would. */
export function startCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  cwd: string = process.cwd(),
): ChildProcessByStdio<Writable, Readable, Readable> {
  return spawn(process.execPath, [cli, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env, cwd });
}

/** Runs a command to its end. */
export async function runCli(
  ...args: readonly string[]
): Promise<{ readonly exitCode: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = startCli(args);
  child.stdin.end();
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [exitCode] = (await closed) as [number | null];
  return { exitCode, stdout, stderr };
}
