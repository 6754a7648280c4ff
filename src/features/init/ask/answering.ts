import { byNearness } from '../../../errors/nearest.ts';
import { RunError, usageError } from '../../../errors/run-error.ts';
import type { Questions } from '../../../terminal/context.ts';
import { cut, printable } from '../../../terminal/printable.ts';
import { BACK, linePrompter, type Prompter } from '../../../terminal/prompts.ts';

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
  const prompt = yes ? undefined : (context.prompt ?? (context.ask ? linePrompter(context.ask) : undefined));
  const later = new Set<string>();
  const before: string[] = [];
  for (;;) {
    const open = questionsOf(answers);
    checkGiven(questionsOf(new Map()), given);
    const [next] = open.filter(({ id }) => !later.has(id));
    if (!next) return answers;
    const answer = prompt ? await asked(next, prompt, before.length > 0) : yes ? (next.best ?? '') : '';
    if (answer === BACK) {
      const last = before.pop() ?? '';
      answers.delete(last);
      later.delete(last);
      continue;
    }
    before.push(next.id);
    if (answer === '') later.add(next.id);
    else answers.set(next.id, answer);
  }
}

async function asked(question: Question, prompt: Prompter, hasBack: boolean): Promise<string> {
  const { text, choices, best, example } = question;
  const answer = await prompt({
    message: printable(cut(text, 200)),
    choices: choices.map(({ value, evidence }) => ({
      value,
      ...(evidence === undefined ? {} : { hint: printable(cut(evidence, 80)) }),
    })),
    best,
    example,
    hasBack,
    faultOf: (written) => faultOf(question, written),
  });
  if (answer === undefined)
    throw new RunError('RUN.INTERRUPTED', 'interrupted at the question, nothing was written');
  return answer;
}

/** One answer for several words, such as `members.scope=1:admin,2:participant`, as one for each of them. */
export const eachAnswer = (given: Answers): Answers =>
  new Map(
    [...given].flatMap(([id, answer]): [string, string][] => {
      const pairs = answer.split(',').map(pairIn);
      if (!/^(?:groups|members|messages)\.\S/.test(id)) return [[id, answer]];
      return pairs.every((pair) => pair !== undefined)
        ? pairs.map(([word, meaning]) => [`${id}.${word}`, meaning])
        : [[id, answer]];
    }),
  );

const MEANINGS = new Set(
  'public private password admin moderator participant user group message event deleted kept text image file audio video'.split(
    ' ',
  ),
);

/** A word and what it means, as `word:meaning`; undefined for other texts, such as a format of times. */
function pairIn(pair: string): readonly [string, string] | undefined {
  const at = pair.lastIndexOf(':');
  const [word, meaning] = [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()];
  return word !== '' && MEANINGS.has(meaning) ? [word, meaning] : undefined;
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
  /** True if a pipeline runs without the answer. */
  readonly isOptional?: boolean;
  /** The word of a column whose meaning is asked for. */
  readonly word?: {
    readonly column: string;
    /** Such as `members.scope`. */
    readonly field: string;
    readonly value: string;
    /** The rows that have it. */
    readonly rows?: number | undefined;
  };
};

/** Answers by the id of their question. An empty text means: decide later. */
export type Answers = ReadonlyMap<string, string>;

/** Answers that remember which ids somebody has looked for. */
class ReadAnswers extends Map<string, string> {
  readonly looked: Set<string>;

  constructor(answers: Answers, looked: Set<string>) {
    super();
    for (const [id, answer] of answers) this.set(id, answer);
    this.looked = looked;
  }

  override get(id: string): string | undefined {
    this.looked.add(id);
    return super.get(id);
  }

  override has(id: string): boolean {
    this.looked.add(id);
    return super.has(id);
  }
}

const IDS_SHOWN = 6;

/**
 * The given answers under the ids that a draft looks for, whatever their case; the likely answers to the other questions
 * may raise some of these.
 * @throws RunError `USAGE.INVALID` if an answer does not fit its question, or is of none
 */
export async function fittingAnswers(
  questionsOf: (answers: Answers) => readonly Question[],
  given: Answers,
  context: Questions,
): Promise<Answers> {
  const ids = new Set(['zone']);
  for (let before = -1; [...given.keys()].some((id) => !ids.has(id)) && before < ids.size; ) {
    before = ids.size;
    await answered((some) => questionsOf(new ReadAnswers(some, ids)), { yes: true, given }, context);
    const known = new Map([...ids].map((id) => [id.toLowerCase(), id]));
    given = new Map(
      [...given].map(([id, answer]) => [ids.has(id) ? id : (known.get(id.toLowerCase()) ?? id), answer]),
    );
  }
  const unread = [...given].find(([id]) => !ids.has(id));
  if (!unread) return given;
  const near = byNearness(unread[0], [...ids]);
  const more = near.length - IDS_SHOWN;
  throw usageError(`--answer ${unread.join('=')} is of no question`, {
    hint: `use one of ${near.slice(0, IDS_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  });
}

/** The facts that are known besides the files. */
export type Known = {
  readonly answers: Answers;
  /** Gets every question; the first one with an id is the one that is asked, and is returned. */
  readonly ask: (question: Question) => Question;
  /** The orders of day and month that some file proves, such as `d/M`. */
  readonly dayOrders?: ReadonlySet<string>;
};

/** Questions with their choices and how to answer them, a line each; those about the words of one column are one. */
export function questionLines(questions: readonly Question[]): string[] {
  const groups = Map.groupBy(questions, ({ id, word }) => (word ? word.field : id));
  return [...groups.values()].map((group) => {
    const [first] = group as [Question, ...Question[]];
    const { id, text, choices, example, word } = first;
    const known = choices.map(({ value, evidence }) => (evidence ? `${value} (${evidence})` : value));
    const how =
      known.length > 0 ? ` ${known.join(', ')};` : example === undefined ? '' : ` such as ${example};`;
    const sentence = /[.?)]$/.test(text) ? text : `${text}.`;
    if (!word || group.length === 1) return `${sentence}${how} --answer ${id}=…`;
    const words = group.flatMap((each) => each.word ?? []).sort((a, b) => (b.rows ?? 0) - (a.rows ?? 0));
    const asked = words.map(({ value, rows }) => JSON.stringify(value) + rowsText(rows)).join(', ');
    const answers = words.map(({ value }) => `${value}:…`).join(',');
    return `${groupAsked(word, asked)}${how} --answer "${word.field}=${answers}"`;
  });
}

/** The question about the words of a column. */
const groupAsked = ({ column, field }: NonNullable<Question['word']>, words: string): string =>
  field.endsWith('.deleted')
    ? `which values of ${column} mean that a row is deleted? ${words}:`
    : field.endsWith('.kind')
      ? `which values of ${column} are events, not messages? ${words}:`
      : `${column}: which ${field.replace(/^.*\./, '')} does each of ${words} mean?`;

export const rowsText = (count: number | undefined): string =>
  count === undefined ? '' : ` (${count} ${count === 1 ? 'row' : 'rows'})`;

/** The fault of an answer to a question; undefined if it is usable. */
function faultOf({ choices, check }: Question, answer: string): string | undefined {
  if (check) return check(answer);
  if (choices.length === 0 || choices.some(({ value }) => value === answer)) return undefined;
  return `expected one of ${choices.map(({ value }) => value).join(', ')}`;
}
