import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded with `--import` into every measured process: it writes the resource usage of the process to the folder of
 * BENCH_USAGE, at its end and, in case it is killed, twice a second.
 */

/** The resources that a process has used since its start. */
export type Usage = {
  readonly pid: number;
  readonly cpuSeconds: number;
  /** Peak memory. */
  readonly peakBytes: number;
};

const EVERY_MS = 500;

/** Peak memory of this process only; `maxRSS`, the fallback, starts at the memory of the parent at that time. */
function peakBytes(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}

const folder = process.env['BENCH_USAGE'];
if (folder !== undefined && isMainThread) {
  const leave = (): void => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = {
      pid: process.pid,
      cpuSeconds: (user + system) / 1_000_000,
      peakBytes: peakBytes(),
    };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(usage));
  };
  setInterval(leave, EVERY_MS).unref();
  process.on('exit', leave);
}
