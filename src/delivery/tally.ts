import { type Counts, type Outcome, zeroCounts } from '../input/rows/outcome.ts';
import type { Problem, Row } from '../input/rows/row.ts';
import type { Settled } from './in-flight.ts';

/** One example of a problem, with the place in the user's file. */
export type Sample = {
  readonly file: string;
  readonly line: number;
  readonly column?: number;
  /** Byte offset of the row in its file; absent if the row was read from a rejects file. */
  readonly byte?: number;
  readonly key?: string;
  readonly field?: string;
  readonly value?: string;
  readonly message: string;
  /** The text of a row that could not be read, truncated. */
  readonly raw?: string;
};

export type ProblemGroup = { count: number; samples: Sample[] };

/** The outcomes of one step's rows so far; plain data that is stored in the checkpoint. */
export type Tally = {
  counts: Counts;
  /** Rejected and blocked rows by code. */
  problems: Record<string, ProblemGroup>;
  /** Valid rows that deserve a check, by code; absent in checkpoints, because runs do not look for them. */
  notices?: Record<string, ProblemGroup>;
  /** How many values the API cannot carry, by field. */
  notCarried: Record<string, number>;
  /** How many rows were left out, by rule. */
  skipped: Record<string, number>;
  /** Rows older than the service keeps them, whatever became of them; absent if there are none. */
  tooOld?: TooOld;
};

/** A number of rows, and the time of the oldest in epoch seconds. */
export type TooOld = { count: number; oldest: number };

/** How many examples are kept for each code. */
export const SAMPLES_MAX = 10;
const VALUE_CHARS_MAX = 200;
const RAW_SHOWN_MAX = 1_000;

export function emptyTally(): Tally {
  return { counts: zeroCounts(), problems: {}, notCarried: {}, skipped: {} };
}

/** Adds a row to the counts. */
export function countRow({ counts }: Pick<Tally, 'counts'>, status: Outcome['status']): void {
  counts.read++;
  counts[status]++;
}

/**
 * Adds rows that have left the window; to the counts only those that are not among them yet.
 * @param nameOf the name of a file by its index in the step
 * @param samplesMax how many examples are kept for each code
 */
export function tally(
  into: Tally,
  settled: readonly Settled[],
  nameOf: (file: number) => string,
  samplesMax = SAMPLES_MAX,
): void {
  for (const { row, key, outcome, notCarried, tooOldAt, counted } of settled) {
    if (!counted) countRow(into, outcome.status);
    if (tooOldAt !== undefined) countTooOld(into, tooOldAt);
    if (outcome.status === 'skipped') into.skipped[outcome.rule] = (into.skipped[outcome.rule] ?? 0) + 1;
    const codes = new Set<string>();
    for (const problem of problemsOf(outcome)) {
      const group = into.problems[problem.code] ?? { count: 0, samples: [] };
      into.problems[problem.code] = group;
      if (!codes.has(problem.code)) group.count++;
      codes.add(problem.code);
    }
    tallyProblem(into, problemsOf(outcome), row, key, nameOf, samplesMax);
    if (notCarried && outcome.status !== 'rejected' && outcome.status !== 'blocked')
      for (const field of notCarried) into.notCarried[field] = (into.notCarried[field] ?? 0) + 1;
  }
}

function countTooOld(into: Tally, at: number): void {
  const { count, oldest } = into.tooOld ?? { count: 0, oldest: at };
  into.tooOld = { count: count + 1, oldest: Math.min(oldest, at) };
}

/** The problems of a rejected or blocked row; none for other outcomes. */
export function problemsOf(outcome: Outcome): readonly Problem[] {
  return outcome.status === 'rejected' || outcome.status === 'blocked' ? outcome.problems : [];
}

/** Keeps the problems of a row as samples, up to `samplesMax` for each code. */
export function tallyProblem(
  into: Tally,
  problems: readonly Problem[],
  row: Row,
  key: string | undefined,
  nameOf: (file: number) => string,
  samplesMax = SAMPLES_MAX,
): void {
  for (const { code, field, value, message, column } of problems) {
    const samples = into.problems[code]?.samples;
    if (!samples || samples.length >= samplesMax) continue;
    samples.push({
      file: nameOf(row.file),
      line: row.line,
      ...(column === undefined ? {} : { column }),
      ...(row.readFrom === undefined ? { byte: row.byte } : {}),
      ...(key === undefined ? {} : { key: shown(key) }),
      ...(field === undefined ? {} : { field }),
      ...(value === undefined ? {} : { value: shown(value) }),
      message,
      ...(row.raw === undefined ? {} : { raw: cutTo(row.raw, RAW_SHOWN_MAX) }),
    });
  }
}

/** A value as text, truncated for display. */
export function shown(value: unknown): string {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  const text =
    typeof value === 'string' || isNumber ? String(value) : (JSON.stringify(value, bigints) ?? String(value));
  return cutTo(text, VALUE_CHARS_MAX);
}

const cutTo = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);

/** Writes numbers that JSON has no form for as text. */
const bigints = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value)) ? String(value) : value;
