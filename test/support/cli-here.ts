import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { main, type World } from '../../src/cli/main.ts';
import { realSystem } from '../../src/system/system.ts';
import { type EndedHere, mainHere } from './main-here.ts';

/** Runs a command line in this process; `cli` of `test/e2e/cli-process.ts` starts one. */
export const cli = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<EndedHere> => mainHere(args, env);

/** Runs a command line in this process; `runCli` of `cli-process.ts` starts one. */
export async function runCli(
  ...args: readonly string[]
): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }> {
  const { code, out, err } = await mainHere(args);
  return { exitCode: code, stdout: out, stderr: err };
}

/** Runs a command line in this process whose paths are relative to a folder. */
export async function cliIn(
  folder: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<EndedHere> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await mainHere(args, env);
  } finally {
    process.chdir(before);
  }
}

/** A sandbox in this process, plain http, started by its command line. */
export type SandboxHere = AsyncDisposable & {
  readonly baseUrl: string;
  readonly keyFile: string;
  readonly apiKey: string;
  /** What it has written to standard error: with `--verbose`, a line for each request. */
  readonly log: () => string;
  /** The same as it comes. */
  readonly err: Readable;
};

/** Starts a sandbox as `startSandboxProcess` of `test/e2e/cli-process.ts` does, but in this process. */
export async function startSandboxHere(folder: string, args: readonly string[] = []): Promise<SandboxHere> {
  const [out, err, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
  let said = '';
  err.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const listening = new Promise<string>((done) => {
    let printed = '';
    out.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('\n')) done(printed);
    });
  });
  let interrupt = (): void => {};
  const world = {
    system: realSystem,
    out,
    err,
    input: input.end(),
    env: process.env,
    onSignal: (listener: (name: 'SIGINT') => void) => {
      interrupt = () => listener('SIGINT');
    },
    exit: () => {},
  };
  const data = join(folder, 'service.sqlite');
  const ended = main(['sandbox', '--json', '--http', '--data', data, ...args], world as unknown as World);
  const line = await Promise.race([
    listening,
    ended.then((code) => Promise.reject(new Error(`the sandbox ended with ${code}: ${said}`))),
  ]);
  const { baseUrl, files } = JSON.parse(line) as { baseUrl: string; files: { apiKey: string } };
  return {
    baseUrl,
    keyFile: files.apiKey,
    apiKey: readFileSync(files.apiKey, 'utf8').trim(),
    log: () => said,
    err,
    [Symbol.asyncDispose]: async () => {
      interrupt();
      await ended;
    },
  };
}
