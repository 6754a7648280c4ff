import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { program } from './repository.ts';

/** What runs the command line; another Node.js for the lane of the oldest one (`npm run test:oldest`). */
const NODE = process.env['NODE_OF_CLI'] ?? process.execPath;

/** Starts the command line in a process of its own, as a user would. */
export function startCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  cwd: string = process.cwd(),
  installed: string = program,
): ChildProcessByStdio<Writable, Readable, Readable> {
  return spawn(NODE, [installed, ...args], { stdio: ['pipe', 'pipe', 'pipe'], env, cwd });
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
