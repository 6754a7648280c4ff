import { sides } from '../side.ts';
import { type AnswerTimes, addedTimes } from './answer-times.ts';
import type { ReceiverDocument } from './receiver-state.ts';
import { type RefusalReason, refusals } from './tally.ts';

/** Numbers of the receivers of a pipeline, of both sides. */
export type ReceiverNumbers = {
  /** Events whose signature did not hold. */
  readonly badSignatures: number;
  /** Requests that were not taken, though their address was right. */
  readonly refused: Readonly<Record<RefusalReason, number>>;
  readonly answers: AnswerTimes;
};

type Counted = Pick<ReceiverDocument, 'sides' | 'answers'>;

/** The numbers of some receivers together. */
export function receiverNumbers(receivers: readonly Counted[]): ReceiverNumbers {
  const all = receivers.flatMap(({ sides: counts }) => sides.map((side) => counts[side]));
  return {
    badSignatures: all.reduce((sum, each) => sum + each.badSignatures, 0),
    refused: refusedBy((why) => all.reduce((sum, { refused }) => sum + (refused[why] ?? 0), 0)),
    answers: addedTimes(receivers.flatMap(({ answers }) => answers ?? [])),
  };
}

/** The larger numbers of two looks at the same receivers. */
export function laterNumbers(a: ReceiverNumbers, b: ReceiverNumbers): ReceiverNumbers {
  const answered = ({ answers }: ReceiverNumbers): number => answers.counts.reduce((x, y) => x + y, 0);
  return {
    badSignatures: Math.max(a.badSignatures, b.badSignatures),
    refused: refusedBy((why) => Math.max(a.refused[why], b.refused[why])),
    answers: (answered(a) >= answered(b) ? a : b).answers,
  };
}

const refusedBy = (count: (why: RefusalReason) => number): ReceiverNumbers['refused'] =>
  Object.fromEntries(refusals.map((why) => [why, count(why)])) as Record<RefusalReason, number>;
