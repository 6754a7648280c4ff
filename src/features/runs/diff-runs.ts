import { exitCodes } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { defined } from '../../input/json/defined.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import type { Report } from '../../report/result/report.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { cut, grouped, printable, printableJson } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { type FoundRuns, findRuns, reportOf, runNamed } from './find-runs.ts';

/** Options of `chatferry diff`. */
export type DiffOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  /** The runs as typed: an id, the beginning of one, `last` or `last-1`. */
  readonly before: string;
  readonly after: string;
};

const SAMPLES_MAX = 20;

/**
 * Shows how two runs of a pipeline differ. Returns the exit code, which is 0 whether they do or not.
 * @throws RunError `RUN.UNKNOWN`
 */
export async function diffRuns(
  options: DiffOptions,
  context: Runtime & Stdout & Pick<Stderr, 'err'>,
): Promise<number> {
  const found = await findRuns(options.pipeline, context);
  const [before, after] = [
    runNamed(options.before, found, options.pipeline),
    runNamed(options.after, found, options.pipeline),
  ];
  const reports = [await reportOf(before, found), await reportOf(after, found)] as const;
  const keys = await diffKeys(before, after, found);
  const diff: RunsDiff = { before, after, ...diffReports(...reports), ...keys };
  const body = { version: 1, command: 'diff', pipeline: found.name, exitCode: exitCodes.ok };
  context.out(context.json ? printableJson({ ...body, ...diff }) : diffText(diff, reports, context.style));
  return exitCodes.ok;
}

function diffReports(
  before: Report,
  after: Report,
): Pick<RunsDiff, 'exitCodes' | 'counts' | 'requests' | 'thresholds' | 'inputs'> {
  return {
    ...(before.exitCode === after.exitCode
      ? {}
      : { exitCodes: { before: before.exitCode, after: after.exitCode } }),
    counts: differing(countsOf(before), countsOf(after)),
    requests: differing({ ...before.requests }, { ...after.requests }),
    thresholds: differing(thresholdsOf(before), thresholdsOf(after)),
    inputs: differing(inputsOf(before), inputsOf(after)),
  };
}

function countsOf({ entities, missing = {}, removed, fileCopies }: Report): Record<string, number> {
  const counts: Record<string, number> = {};
  const { copied, alreadyThere, sameContent, known, kept, failed } = fileCopies ?? {};
  const files = { copied, alreadyThere, sameContent, known, kept, ...failed };
  for (const [name, count] of Object.entries(files)) if (count) counts[`files.${name}`] = count;
  for (const entity of entityNames) {
    const { kept: missingKept, ...gone } = missing[entity] ?? {};
    const all = { ...entities[entity], missingKept, ...gone, ...removed?.[entity] };
    for (const [name, count] of Object.entries(all)) if (count) counts[`${entity}.${name}`] = count;
  }
  return counts;
}

const thresholdsOf = ({ thresholds = [] }: Report): Record<string, string> =>
  Object.fromEntries(thresholds.map(({ measure, value, limit }) => [measure, `${value} (${limit})`]));

const inputsOf = ({ inputs = [] }: Report): Record<string, string> =>
  Object.fromEntries(
    inputs.map(({ entity, path, bytes, modifiedAt }) => [
      `${entity} ${path}`,
      `${bytes} bytes, ${modifiedAt}`,
    ]),
  );

/** The members of two objects that are not the same. */
function differing<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): Record<string, Pair<T>> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const pairs = names
    .filter((name) => before[name] !== after[name])
    .map((name) => [name, defined({ before: before[name], after: after[name] }) as Pair<T>] as const);
  return Object.fromEntries(pairs);
}

/** Reads both lists twice, so that only fingerprints of their keys are held: at most two million numbers. */
async function diffKeys(
  before: string,
  after: string,
  { runs }: FoundRuns,
): Promise<Pick<RunsDiff, 'onlyBefore' | 'onlyAfter'>> {
  return {
    onlyBefore: await onlyIn(before, await printsOf(after, runs), runs),
    onlyAfter: await onlyIn(after, await printsOf(before, runs), runs),
  };
}

async function printsOf(id: string, runs: FoundRuns['runs']): Promise<ReadonlySet<number>> {
  const prints = new Set<number>();
  for await (const change of runs.changesOf(id)) prints.add(printOf(change));
  return prints;
}

const TWO_TO_21 = 2 ** 21;
const TWO_TO_32 = 2 ** 32;

/** 53 bits of the fingerprint of an entity and a key. */
function printOf({ entity, key }: { readonly entity: string; readonly key: string }): number {
  const { lo, hi } = fingerprint64(`${entity} ${key}`);
  return ((hi >>> 0) % TWO_TO_21) * TWO_TO_32 + (lo >>> 0);
}

async function onlyIn(id: string, others: ReadonlySet<number>, runs: FoundRuns['runs']): Promise<OnlyKeys> {
  const samples: OnlyKeys['samples'][number][] = [];
  let count = 0;
  for await (const { entity, key, action } of runs.changesOf(id)) {
    if (others.has(printOf({ entity, key }))) continue;
    count++;
    if (samples.length < SAMPLES_MAX) samples.push({ entity, key, action });
  }
  // Answers come in any order.
  return { count, samples: samples.sort((a, b) => (a.key < b.key ? -1 : 1)) };
}

/** Keys of one side that are shown. */
const KEYS_SHOWN = 10;
const KEY_CHARS = 60;

/** The differences of two runs, as text. */
function diffText(diff: RunsDiff, reports: readonly [Report, Report], style: Style): string {
  const parts = [
    ...pairLines('exit code', diff.exitCodes ? { '': diff.exitCodes } : {}, style),
    ...pairLines('rows', diff.counts, style),
    ...pairLines('requests', diff.requests, style),
    ...pairLines('thresholds', diff.thresholds, style),
    ...pairLines('inputs', diff.inputs, style),
    ...keyLines(`changed only by ${diff.before}`, style.red('-'), diff.onlyBefore, style),
    ...keyLines(`changed only by ${diff.after}`, style.green('+'), diff.onlyAfter, style),
  ];
  const [before, after] = reports;
  return [
    `${style.bold(`${diff.before} → ${diff.after}`)}  ${before.command} · ${after.command}`,
    ...(parts.length > 0 ? parts : ['  the same']),
    '',
  ].join('\n');
}

function pairLines(
  title: string,
  pairs: Readonly<Record<string, Pair<number | string>>>,
  style: Style,
): string[] {
  const names = Object.keys(pairs);
  if (names.length === 0) return [];
  const width = Math.max(...names.map((name) => printable(name).length));
  return [
    style.bold(title),
    ...names.map((name) => {
      const { before, after } = pairs[name] ?? {};
      return `  ${printable(name).padEnd(width)}  ${shown(before)} → ${shown(after)}`;
    }),
  ];
}

const shown = (value: number | string | undefined): string =>
  value === undefined ? '-' : typeof value === 'number' ? grouped(value) : printable(value);

function keyLines(title: string, mark: string, { count, samples }: OnlyKeys, style: Style): string[] {
  if (count === 0) return [];
  const some = samples.slice(0, KEYS_SHOWN);
  return [
    style.bold(`${title}: ${grouped(count)}`),
    ...some.map(
      ({ entity, key, action }) => `  ${mark} ${entity}  ${cut(printable(key), KEY_CHARS)}  ${action}`,
    ),
    ...(count > some.length ? [`    and ${grouped(count - some.length)} more`] : []),
  ];
}

/** A value of two runs that is not the same. */
type Pair<T> = { readonly before?: T; readonly after?: T };

/** Keys that one run has changed and the other has not. */
type OnlyKeys = {
  readonly count: number;
  /** The first of them. */
  readonly samples: readonly { readonly entity: EntityName; readonly key: string; readonly action: string }[];
};

/** The differences of two runs; only what is not the same. */
type RunsDiff = {
  readonly before: string;
  readonly after: string;
  readonly exitCodes?: Pair<number>;
  /** By entity and outcome, such as `users.updated`. */
  readonly counts: Readonly<Record<string, Pair<number>>>;
  readonly requests: Readonly<Record<string, Pair<number>>>;
  /** By measure, as `value limit`. */
  readonly thresholds: Readonly<Record<string, Pair<string>>>;
  /** By path, as `bytes, time of change`. */
  readonly inputs: Readonly<Record<string, Pair<string>>>;
  readonly onlyBefore: OnlyKeys;
  readonly onlyAfter: OnlyKeys;
};
