/** The candidate that a mistyped name most likely means; undefined if none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const scored = candidates.map((candidate) => ({
    candidate,
    edits: distance(name.toLowerCase(), candidate.toLowerCase()),
  }));
  const best = scored.sort((a, b) => a.edits - b.edits)[0];
  return best && best.edits <= Math.max(1, Math.floor(best.candidate.length / 3))
    ? best.candidate
    : undefined;
}

/** Edits (insert, delete, replace, swap two neighbours) between two short texts. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const choices = [replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1];
      next.push(Math.min(...choices, swapped ? (before[j - 2] as number) + 1 : replaced));
    }
    [before, row] = [row, next];
  }
  return row[b.length] as number;
}
