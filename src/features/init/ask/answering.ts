import { RunError, usageError } from '../../../errors/run-error.ts';
import type { Questions } from '../../../terminal/context.ts';
import { cut, printable } from '../../../terminal/printable.ts';
import { linePrompter, type Prompter } from '../../../terminal/prompts.ts';

/**
 * Answers questions until none is new: answers can raise and settle other questions.
 * @param questionsOf the questions that are open with some answers
 * @returns the answers; a question without one is decided later
 * @throws RunError `USAGE.INVALID` if a given answer does not fit its question, `RUN.INTERRUPTED`
 */
export async function answered(
  questionsOf: (answers: Answers) => readonly Question[],
  { yes, given }: { readonly yes: boolean; readonly given: Answers },
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
      throw usageError(`--answer ${question.id}=${answer}: ${fault}`, {
        hint:
          question.choices.length > 0
            ? `use one of ${question.choices.map(({ value }) => value).join(', ')}`
            : `for example ${question.example ?? '…'}`,
      });
  }
}

/** Stands for an open question in place of a column, a form or a word; a pipeline with one is not run. */
export const UNANSWERED = '?';

/** A question that only the user can answer. */
export type Question = {
  /** Names it in `--answer ID=VALUE`. */
  readonly id: string;
  readonly text: string;
  /** Possible answers, the most likely first; none if any text can. */
  readonly choices: readonly { readonly value: string; readonly evidence?: string }[];
  /** The answer that the evidence is for; absent if there is none. */
  readonly best?: string;
  /** Says what is wrong with an answer; undefined if it is usable. */
  readonly check?: (answer: string) => string | undefined;
  /** An example of an answer. */
  readonly example?: string;
};

/** Answers by the id of their question. An empty text means: decide later. */
export type Answers = ReadonlyMap<string, string>;

/** The facts that are known besides the files. */
export type Known = {
  readonly answers: Answers;
  /** Gets every question that is not answered. */
  readonly ask: (question: Question) => void;
};

/** A question and its choices in one line, for a comment. */
export function questionLine({ id, text, choices, example }: Question): string {
  const known = choices.map(({ value, evidence }) => (evidence ? `${value} (${evidence})` : value));
  const how = known.length > 0 ? ` ${known.join(', ')};` : example === undefined ? '' : ` such as ${example};`;
  return `${text}${how} --answer ${id}=…`;
}

/** The fault of an answer to a question; undefined if it is usable. */
function faultOf({ choices, check }: Question, answer: string): string | undefined {
  if (check) return check(answer);
  if (choices.length === 0 || choices.some(({ value }) => value === answer)) return undefined;
  return `expected one of ${choices.map(({ value }) => value).join(', ')}`;
}
