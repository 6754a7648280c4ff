import { existsSync } from 'node:fs';
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
  /** The command line of another build, for the figure that compares two. */
  readonly against?: string;
  /** The rivals, the peer and the probe. */
  readonly scripts: Scripts;
  /** The folder for files; removed at the end. */
  readonly folder: string;
  /** Messages of an export that is checked, and of one that is sent, which takes longer. */
  readonly rows: { readonly checked: number; readonly sent: number };
  readonly rounds: number;
  /** Every Nth message is wrong, in exports with wrong messages. */
  readonly bad: number;
};

export type Format = 'csv' | 'ndjson';
export type Export = { readonly folder: string; readonly pipeline: string; readonly format: Format };

type ExportOptions = {
  readonly messages: number;
  readonly format?: Format;
  readonly bad?: number;
  /** Users, groups and members as for so many messages; as for its own without. */
  readonly peopleFor?: number;
  /** Tells apart two exports that would be equal, for a figure that changes its files. */
  readonly name?: string;
};

/** Writes an export, with users, groups and members in proportion; only once, if one of the same options is there. */
export async function exportOf(
  { folder }: Bench,
  { messages, format = 'csv', bad = 0, peopleFor = messages, name = '' }: ExportOptions,
): Promise<Export> {
  const out = join(folder, `${format}-${messages}-${bad}-${peopleFor}${name}`);
  const pipeline = join(out, 'pipeline.yaml');
  if (existsSync(pipeline)) return { folder: out, pipeline, format };
  process.stderr.write(`writing ${messages} messages, ${format}\n`);
  const users = Math.max(50, peopleFor / 50);
  const [groups, members] = [Math.max(5, peopleFor / 2_000), Math.max(50, peopleFor / 25)];
  await generate({ out, format, messages, bad, groups, users, members, seed: 1 });
  return { folder: out, pipeline, format };
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
