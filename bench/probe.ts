import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Loaded with `--import` into every measured process: at its end it leaves what it used in the folder of BENCH_USAGE. */

/** What a process used in its whole life. */
export type Usage = {
  readonly pid: number;
  readonly cpuSeconds: number;
  /** The most memory it held at once. */
  readonly peakBytes: number;
};

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
if (folder !== undefined && isMainThread)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    const usage: Usage = {
      pid: process.pid,
      cpuSeconds: (user + system) / 1_000_000,
      peakBytes: peakBytes(),
    };
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(usage));
  });
