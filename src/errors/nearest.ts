/** Names are short; a longer text is no typing mistake, and comparing two takes the product of their lengths. */
const CHARS_MAX = 200;

/** The candidate that a mistyped name most likely means; undefined if none is close. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  let best: { readonly candidate: string; readonly edits: number } | undefined;
  for (const candidate of candidates) {
    const allowed = Math.max(1, Math.floor(candidate.length / 3));
    const apart = Math.abs(candidate.length - name.length);
    if (apart > allowed || Math.max(candidate.length, name.length) > CHARS_MAX) continue;
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits <= allowed && (!best || edits < best.edits)) best = { candidate, edits };
  }
  return best?.candidate;
}

/** Names with the most similar ones first. */
export const byNearness = (name: string, candidates: readonly string[]): string[] =>
  candidates
    .map((candidate) => ({ candidate, edits: distance(cutName(name), cutName(candidate)) }))
    .sort((a, b) => a.edits - b.edits)
    .map(({ candidate }) => candidate);

const cutName = (name: string): string => name.slice(0, CHARS_MAX).toLowerCase();

/** The end of a sentence about a name that nothing has: the candidate that it most likely means, or else another text. */
export function didYouMean(name: string, candidates: readonly string[], otherwise?: string): string {
  const meant = nearest(name, candidates);
  const advice = meant ? `did you mean ${meant}` : otherwise;
  return advice === undefined ? '' : `, ${advice}`;
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
