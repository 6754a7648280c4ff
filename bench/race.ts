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

/** The runs of one program, and by how much the first program of its race was faster. */
export type Result = {
  readonly name: string;
  readonly median: Sample;
  /** Median, over the rounds, of this program's time to the first one's. */
  readonly firstTimesFaster: number;
};

/** Runs the programs in turns, round after round, so that other load on the machine affects all of them equally. */
export async function race(contenders: readonly Contender[], rounds: number): Promise<readonly Result[]> {
  const samples = contenders.map((): Sample[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, contender] of contenders.entries()) {
      process.stderr.write(`  ${contender.name}, ${round + 1} of ${rounds}\n`);
      samples[index]?.push(await contender.run());
    }
  const [first = []] = samples;
  return contenders.map(({ name }, index) => {
    const own = samples[index] ?? [];
    for (const sample of own) sameWork(name, sample, first[0] as Sample);
    return {
      name,
      median: medianSample(own),
      firstTimesFaster: median(own.map(({ seconds }, round) => seconds / (first[round] as Sample).seconds)),
    };
  });
}

function sameWork(name: string, { rows, rejected }: Sample, expected: Sample): void {
  if (rows === expected.rows && rejected === expected.rejected) return;
  throw new Error(
    `${name} read ${rows} rows and rejected ${rejected}, not ${expected.rows} and ${expected.rejected}`,
  );
}

/** Times are medians, each by itself; memory is the highest value. */
function medianSample(samples: readonly Sample[]): Sample {
  const of = (value: (sample: Sample) => number): number => median(samples.map(value));
  const peak = Math.max(...samples.map(({ peakBytes = 0 }) => peakBytes));
  const last = samples.at(-1) as Sample;
  return {
    ...last,
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
