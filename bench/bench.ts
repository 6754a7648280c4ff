import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { measured } from './child.ts';
import { generate } from './generate.ts';
import type { Scripts } from './plain.ts';
import type { Sample } from './race.ts';

/** The settings of all measurements. */
export type Bench = {
  /** The measured command line. */
  readonly cli: string;
  /** The rivals, the peer and the probe. */
  readonly scripts: Scripts;
  /** The folder for files; removed at the end. */
  readonly folder: string;
  /** Messages of an export. */
  readonly rows: number;
  readonly rounds: number;
  /** Every Nth message is wrong, in exports with wrong messages. */
  readonly bad: number;
};

/** The smallest row count for comparing memory over sizes. */
export const LONG_ROWS = 1_000_000;
export const MEMORY_MAX_BYTES = 200e6;

export type Export = { readonly folder: string; readonly pipeline: string };

/** Writes an export once, with users, groups and members in proportion. */
export async function exportOf(
  { folder, rows }: Bench,
  { format = 'csv', times = 1, bad = 0 }: { format?: 'csv' | 'ndjson'; times?: number; bad?: number } = {},
): Promise<Export> {
  const out = join(folder, `${format}-${times}-${bad}`);
  process.stderr.write(`writing ${rows * times} messages, ${format}\n`);
  const messages = rows * times;
  const groups = Math.max(5, rows / 2_000);
  const { pipeline } = await generate({
    out,
    format,
    messages,
    bad,
    groups,
    users: Math.max(50, rows / 50),
    members: Math.max(50, rows / 25),
    seed: 1,
  });
  return { folder: out, pipeline };
}

type Report = {
  readonly balanced: boolean;
  readonly entities: Readonly<
    Record<string, { readonly read: number; readonly rejected: number; readonly blocked: number }>
  >;
  readonly requests: { readonly sent: number; readonly floor: number };
};

const REJECTED_EXIT_CODE = 4;

/** Runs a command of chatferry to its end, without a saved state. */
export async function chatferry(bench: Bench, files: Export, args: readonly string[]): Promise<Sample> {
  await rm(join(files.folder, '.chatferry'), { recursive: true, force: true });
  return chatferryOn(bench, args);
}

/** The same with the state of the last run. */
export async function chatferryOn({ cli, scripts }: Bench, args: readonly string[]): Promise<Sample> {
  const { stdout, seconds, own, others } = await measured([cli, ...args, '--json', '--quiet'], {
    probe: scripts('probe'),
    env: { CHATFERRY_API_KEY: 'bench' },
    accepted: [REJECTED_EXIT_CODE],
  });
  const { entities, requests, balanced } = JSON.parse(stdout) as Report;
  if (!balanced) throw new Error('the report does not add up');
  const counts = Object.values(entities);
  const sum = (of: (count: (typeof counts)[number]) => number): number =>
    counts.reduce((all, count) => all + of(count), 0);
  return {
    rows: sum(({ read }) => read),
    rejected: sum(({ rejected, blocked }) => rejected + blocked),
    seconds,
    cpuSeconds: own.cpuSeconds,
    peakBytes: own.peakBytes,
    requests: requests.sent,
    floor: requests.floor,
    ...(others[0] ? { other: others[0] } : {}),
  };
}

/** Runs a rival, which prints its counts as JSON, to its end. If it prints its own time, that replaces the measured one. */
export async function rival(
  { scripts }: Bench,
  name: Parameters<Scripts>[0],
  args: readonly string[],
): Promise<Sample> {
  const { stdout, seconds, own } = await measured([scripts(name), ...args], { probe: scripts('probe') });
  return {
    seconds,
    cpuSeconds: own.cpuSeconds,
    peakBytes: own.peakBytes,
    ...(JSON.parse(stdout) as { rows: number; rejected: number }),
  };
}
