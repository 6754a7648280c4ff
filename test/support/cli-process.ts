import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The repository. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

const cli = join(repository, 'src/cli.ts');

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

/** The project's own files below these folders, as the list of what is published names them: not what a user put beside them. */
export async function ownFiles(...folders: readonly string[]): Promise<string[]> {
  const { files } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
    files: string[];
  };
  const own = await Array.fromAsync(glob(files, { cwd: repository }));
  return own.filter((file) => folders.some((folder) => file.startsWith(join(folder, '/')))).sort();
}

/** A copy of folders of the repository that is gone at the end of the test: no state is left beside the originals. */
export async function copyOf(...folders: readonly string[]): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'chatferry-'));
  for (const file of await ownFiles(...folders)) await cp(join(repository, file), join(path, file));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
