import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded with `--import` into every measured process: it leaves what it has used in the folder of BENCH_USAGE, at its end
 * and, for one that is killed, twice a second.
 */

/** What a process used in its whole life. */
export type Usage = {
  readonly pid: number;
  readonly cpuSeconds: number;
  /** The most memory it held at once. */
  readonly peakBytes: number;
};

const EVERY_MS = 500;

/** Of this process alone; `maxRSS`, the fallback, starts at what the parent held when it started the process. */
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
