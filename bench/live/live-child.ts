import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { startCli } from '../../test/support/cli-process.ts';
import { program } from '../../test/support/repository.ts';

/** A process of `live` that is measured. */
export type LiveChild = AsyncDisposable & {
  /** Its exit code and what it printed. @throws Error if it ended with another code */
  readonly done: Promise<string>;
  /** What it has used until now. */
  readonly used: () => Used;
};

/** What a process has used. */
export type Used = {
  /** The most memory that it had. */
  readonly peakBytes: number;
  /** Time of processors, which other processes do not change. */
  readonly cpuSeconds: number;
};

const LOOK_MS = 100;
/** Of Linux, to programs. */
const TICKS_PER_SECOND = 100;
/** The program that is measured: the built one, or that of BENCH_CLI. */
const installed = (): string => process.env['BENCH_CLI'] ?? program;

/** Runs another command. @throws Error if it ends with another code than 0 */
export async function runToEnd(...args: readonly string[]): Promise<Used> {
  const child = startCli(args, process.env, process.cwd(), installed());
  child.stdin.end();
  child.stdout.resume();
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const watched = watch(child.pid);
  const [code] = (await once(child, 'close')) as [number | null];
  watched[Symbol.dispose]();
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${err}`);
  return watched.used();
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
  const watched = watch(child.pid);
  let isEnding = false;
  const done = new Promise<string>((resolve, reject) => {
    child.on('close', (code) => {
      watched[Symbol.dispose]();
      if (code === 0 || isEnding) resolve(out);
      else reject(new Error(`live ended with ${code}: ${err}`));
    });
  });
  done.catch(() => {});
  return {
    done,
    used: watched.used,
    async [Symbol.asyncDispose]() {
      isEnding = true;
      child.kill('SIGINT');
      await done.catch(() => {});
    },
  };
}

/** Looks what a process uses, until it has ended or this is disposed of. */
function watch(pid = 0): Disposable & { readonly used: () => Used } {
  let used: Used = { peakBytes: 0, cpuSeconds: 0 };
  const look = setInterval(() => {
    used = usedBy(pid) ?? used;
  }, LOOK_MS);
  return { used: () => used, [Symbol.dispose]: () => clearInterval(look) };
}

/** Undefined if the process has ended. */
function usedBy(pid: number): Used | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    // After its name, which may have spaces: the 12th and 13th are times in user and system mode.
    const times = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    const ticks = Number(times[11]) + Number(times[12]);
    if (kilobytes === undefined) return undefined;
    return { peakBytes: Number(kilobytes) * 1_024, cpuSeconds: ticks / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}
