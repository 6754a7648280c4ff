import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { startCli } from '../../test/support/cli-process.ts';
import { program } from '../../test/support/repository.ts';

/** A process of `live` that is measured. */
export type LiveChild = AsyncDisposable & {
  /** Its exit code and what it printed. @throws Error if it ended with another code */
  readonly done: Promise<string>;
  /** The most memory that it had until now, bytes. */
  readonly peakBytes: () => number;
};

const LOOK_MS = 100;
/** The program that is measured: the built one, or that of BENCH_CLI. */
const installed = (): string => process.env['BENCH_CLI'] ?? program;

/** Runs another command. @throws Error if it ends with another code than 0 */
export async function runToEnd(...args: readonly string[]): Promise<void> {
  const child = startCli(args, process.env, process.cwd(), installed());
  child.stdin.end();
  child.stdout.resume();
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${err}`);
}

/** Starts `live` on a pipeline. */
export function startLive(pipeline: string, ...args: readonly string[]): LiveChild {
  const given = ['live', pipeline, '--yes', '--allow-notifications', '--unproven', '--json', ...args];
  const child = startCli(given, process.env, process.cwd(), installed());
  child.stdin.end();
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  let peak = 0;
  const look = setInterval(() => {
    peak = peakOf(child.pid ?? 0) ?? peak;
  }, LOOK_MS);
  let isEnding = false;
  const done = new Promise<string>((resolve, reject) => {
    child.on('close', (code) => {
      clearInterval(look);
      if (code === 0 || isEnding) resolve(out);
      else reject(new Error(`live ended with ${code}: ${err}`));
    });
  });
  done.catch(() => {});
  return {
    done,
    peakBytes: () => peak,
    async [Symbol.asyncDispose]() {
      isEnding = true;
      child.kill('SIGINT');
      await done.catch(() => {});
    },
  };
}

/** Peak memory of a process; undefined if it has ended. */
function peakOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024;
  } catch {
    return undefined;
  }
}
