import type { StepState } from '../../../../delivery/checkpoint.ts';
import { emptyTally, SAMPLES_MAX, type Tally } from '../../../../delivery/tally.ts';

/** Findings of the shards about an entity, as one run would have counted it. */
export function joinedTally(parts: readonly StepState[]): Tally {
  const sum = emptyTally();
  for (const part of parts) {
    for (const [name, count] of Object.entries(part.counts))
      sum.counts[name as keyof Tally['counts']] += count;
    addCounts(sum.notCarried, part.notCarried);
    addCounts(sum.skipped, part.skipped);
    for (const [code, { count, samples }] of Object.entries(part.problems)) {
      const group = sum.problems[code] ?? { count: 0, samples: [] };
      sum.problems[code] = { count: group.count + count, samples: [...group.samples, ...samples] };
    }
    const { tooOld } = part;
    if (tooOld) {
      const before = sum.tooOld ?? { count: 0, oldest: Number.POSITIVE_INFINITY };
      sum.tooOld = { count: before.count + tooOld.count, oldest: Math.min(before.oldest, tooOld.oldest) };
    }
  }
  for (const group of Object.values(sum.problems))
    group.samples = group.samples
      .sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
      .slice(0, SAMPLES_MAX);
  return sum;
}

function addCounts(into: Record<string, number>, from: Readonly<Record<string, number>>): void {
  for (const [name, count] of Object.entries(from)) into[name] = (into[name] ?? 0) + count;
}
