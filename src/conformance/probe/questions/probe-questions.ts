import type { OwnIds } from '../own-ids.ts';
import type { ProbeQuestion } from '../question.ts';
import type { Seen } from '../seen.ts';
import { messageQuestions } from './message-questions.ts';
import { peopleQuestions } from './people-questions.ts';
import { readQuestions, removalQuestions } from './read-questions.ts';
import { requestQuestions } from './request-questions.ts';

export { readQuestions };

/** Every open point that a probe asks a service about. */
export const probeQuestions: readonly ProbeQuestion[] = [
  ...requestQuestions,
  ...peopleQuestions,
  ...messageQuestions,
  ...readQuestions,
  ...removalQuestions,
];

/** The answer to a question. */
export type ProbeAnswer = Pick<ProbeQuestion, 'name' | 'asks' | 'step'> & {
  /** Name of the form; absent if the answers of the service do not show it. */
  readonly form?: string;
  readonly says: string;
  /** Switches with which the sandbox does so; absent for what it does without any. */
  readonly quirk?: string;
};

const UNSEEN = 'not shown by what the service answered';

/** The form that a service has of each open point. */
export function answersOf(
  questions: readonly ProbeQuestion[],
  seen: Seen,
  own: OwnIds,
): readonly ProbeAnswer[] {
  return questions.map(({ name, asks, step, forms, judge }) => {
    const form = judge(seen, own);
    const found = form === undefined ? undefined : forms[form];
    if (form === undefined || !found) return { name, asks, step, says: UNSEEN };
    return { name, asks, step, form, ...found };
  });
}

/** The value of `--quirks` with which the sandbox answers alike; empty if it does without any switch. */
export const quirksOf = (answers: readonly ProbeAnswer[]): string =>
  answers.flatMap(({ quirk }) => quirk ?? []).join(',');
