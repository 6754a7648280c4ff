import type { Usage } from './probe.ts';

/** One run of one program. */
export type Sample = {
  readonly rows: number;
  readonly rejected: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes?: number;
  readonly requests?: number;
  readonly floor?: number;
  /** The resources of a process that it started. */
  readonly other?: Usage;
};

/** A program that does the same work as its rivals. */
export type Contender = { readonly name: string; run(): Promise<Sample> };

/** The runs of one program, in the order of the rounds. */
export type Result = { readonly name: string; readonly samples: readonly Sample[] };

/**
 * Runs the programs in turns, round after round, so that other load on the machine affects all of them equally; every other
 * round begins with the last one, so that none always follows the same one. The results are in the order of the programs.
 * @throws Error if two of them did not read and reject the same rows
 */
export async function race(contenders: readonly Contender[], rounds: number): Promise<readonly Result[]> {
  const results = contenders.map(({ name }) => ({ name, samples: [] as Sample[] }));
  let first: Sample | undefined;
  const inOrder = [...contenders.entries()];
  for (let round = 0; round < rounds; round++)
    for (const [index, { name, run }] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
      process.stderr.write(`  ${name}, ${round + 1} of ${rounds}\n`);
      const sample = await run();
      first ??= sample;
      results[index]?.samples.push(sample);
      sameWork(name, sample, first);
    }
  return results;
}

function sameWork(name: string, { rows, rejected }: Sample, expected: Sample): void {
  if (rows === expected.rows && rejected === expected.rejected) return;
  throw new Error(
    `${name} read ${rows} rows and rejected ${rejected}, not ${expected.rows} and ${expected.rejected}`,
  );
}

/** How many times as fast as its rival a program is: the median over the rounds. */
export const timesAsFast = (own: Result, rival: Result): number =>
  median(own.samples.map(({ seconds }, round) => (rival.samples[round]?.seconds ?? Number.NaN) / seconds));

/** Times are medians, each by itself; memory is the highest value. */
export function medianOf({ samples }: Result): Sample {
  const of = (value: (sample: Sample) => number): number => median(samples.map(value));
  const peak = Math.max(...samples.map(({ peakBytes = 0 }) => peakBytes));
  return {
    ...(samples.at(-1) as Sample),
    seconds: of(({ seconds }) => seconds),
    cpuSeconds: of(({ cpuSeconds }) => cpuSeconds),
    ...(peak > 0 ? { peakBytes: peak } : {}),
  };
}

/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
