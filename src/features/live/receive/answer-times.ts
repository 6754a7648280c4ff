/** Upper bounds of the spans in which answers are counted, milliseconds; systems wait two seconds and more. */
export const ANSWER_BOUNDS = [5, 10, 25, 50, 100, 250, 500, 1_000, 1_500, 2_500, 5_000, 10_000] as const;

/** Times that answers took. */
export type AnswerTimes = {
  /** The answers in each span, and last those that took longer than all bounds. */
  readonly counts: readonly number[];
  /** The time of all of them, milliseconds. */
  readonly sumMs: number;
};

/** The place of a time among the spans. */
export function answerSpan(ms: number): number {
  const at = ANSWER_BOUNDS.findIndex((bound) => ms <= bound);
  return at === -1 ? ANSWER_BOUNDS.length : at;
}

/** The times of several receivers together. */
export function addedTimes(all: readonly AnswerTimes[]): AnswerTimes {
  const spans = ANSWER_BOUNDS.length + 1;
  return {
    counts: Array.from({ length: spans }, (_, at) =>
      all.reduce((sum, { counts }) => sum + (counts[at] ?? 0), 0),
    ),
    sumMs: all.reduce((sum, each) => sum + each.sumMs, 0),
  };
}
