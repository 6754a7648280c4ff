import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCli as spawnCli } from '../support/cli-process.ts';

export type Ended = {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
};

/** A chatferry process that can be watched and killed; `said` is what it has written to standard error. */
export type CliProcess = {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  readonly said: () => string;
};

/** Starts the real command line in a process of its own, without a terminal; `env` adds to this process's. */
export function startCli(args: readonly string[], env: Readonly<Record<string, string>> = {}): CliProcess {
  const child = spawnCli(args, { ...process.env, ...env });
  child.stdin.end();
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }) as Ended);
  return { child, ended, said: () => err };
}

export function cli(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return startCli(args, env).ended;
}

/** A sandbox in a process of its own, plain http. */
export type SandboxProcess = AsyncDisposable & {
  readonly baseUrl: string;
  readonly keyFile: string;
  readonly apiKey: string;
  readonly child: ChildProcess;
  /** What it has written to standard error: with `--verbose`, a line for each request. */
  readonly log: () => string;
};

export async function startSandboxProcess(
  folder: string,
  args: readonly string[] = [],
): Promise<SandboxProcess> {
  const { child, ended, said } = startCli([
    'sandbox',
    '--json',
    '--http',
    '--data',
    join(folder, 'service.sqlite'),
    ...args,
  ]);
  const line = await new Promise<string>((done, failed) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) done(text);
    });
    ended.then(({ err }) => failed(new Error(`the sandbox ended: ${err}`)), failed);
  });
  const { baseUrl, files } = JSON.parse(line) as { baseUrl: string; files: { apiKey: string } };
  return {
    baseUrl,
    keyFile: files.apiKey,
    apiKey: readFileSync(files.apiKey, 'utf8').trim(),
    child,
    log: said,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}
