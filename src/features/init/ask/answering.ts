import { RunError } from '../../../errors/run-error.ts';
import type { Questions } from '../../../terminal/context.ts';
import { cut, printable } from '../../../terminal/printable.ts';
import { linePrompter, type Prompter } from '../../../terminal/prompts.ts';
import { type Answers, faultOf, type Question } from './question.ts';

/** The way questions are answered. */
export type Answering = {
  /** Takes the answer that the evidence is for. */
  readonly yes: boolean;
  /** Answers given with the command. */
  readonly given: Answers;
};

/**
 * Answers questions until none is new: answers can raise and settle other questions.
 * @param questionsOf the questions that are open with some answers
 * @returns the answers; a question without one is decided later
 * @throws RunError `USAGE.INVALID` if a given answer does not fit its question, `RUN.INTERRUPTED`
 */
export async function answered(
  questionsOf: (answers: Answers) => readonly Question[],
  { yes, given }: Answering,
  context: Questions,
): Promise<Answers> {
  const answers = new Map(given);
  const prompt = yes ? undefined : prompterOf(context);
  const later = new Set<string>();
  for (;;) {
    const open = questionsOf(answers);
    checkGiven(questionsOf(new Map()), given);
    const [next] = open.filter(({ id }) => !later.has(id));
    if (!next) return answers;
    const answer = prompt ? await asked(next, prompt) : yes ? (next.best ?? '') : '';
    if (answer === '') later.add(next.id);
    else answers.set(next.id, answer);
  }
}

function prompterOf({ prompt, ask }: Questions): Prompter | undefined {
  return prompt ?? (ask ? linePrompter(ask) : undefined);
}

async function asked(question: Question, prompt: Prompter): Promise<string> {
  const { text, choices, best, example } = question;
  const answer = await prompt({
    message: printable(cut(text, 200)),
    choices: choices.map(({ value, evidence }) => ({
      value,
      ...(evidence === undefined ? {} : { hint: printable(cut(evidence, 80)) }),
    })),
    best,
    example,
    faultOf: (written) => faultOf(question, written),
  });
  if (answer === undefined)
    throw new RunError('RUN.INTERRUPTED', 'interrupted at the question, nothing was written');
  return answer;
}

/** An answer that cannot be used is an error, not a guess. */
function checkGiven(questions: readonly Question[], given: Answers): void {
  for (const question of questions) {
    const answer = given.get(question.id);
    const fault = answer === undefined ? undefined : faultOf(question, answer);
    if (fault !== undefined)
      throw new RunError('USAGE.INVALID', `--answer ${question.id}=${answer}: ${fault}`, {
        hint:
          question.choices.length > 0
            ? `one of ${question.choices.map(({ value }) => value).join(', ')}`
            : `such as ${question.example ?? '…'}`,
      });
  }
}
