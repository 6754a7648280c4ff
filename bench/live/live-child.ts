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

/** Starts `live` on a pipeline; the built one, or that of BENCH_CLI. */
export function startLive(pipeline: string, ...args: readonly string[]): LiveChild {
  const given = ['live', pipeline, '--yes', '--allow-notifications', '--unproven', '--json', ...args];
  const child = startCli(given, process.env, process.cwd(), process.env['BENCH_CLI'] ?? program);
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
