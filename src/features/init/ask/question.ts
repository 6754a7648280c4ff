/** A question that only the user can answer. */
export type Question = {
  /** Names it in `--answer ID=VALUE`. */
  readonly id: string;
  readonly text: string;
  /** Possible answers, the most likely first; none if any text can. */
  readonly choices: readonly Answer[];
  /** The answer that the evidence is for; absent if there is none. */
  readonly best?: string;
  /** Says what is wrong with an answer; undefined if it is usable. */
  readonly check?: (answer: string) => string | undefined;
  /** An example of an answer. */
  readonly example?: string;
};

/** One answer, with what speaks for it. */
type Answer = { readonly value: string; readonly evidence?: string };

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
  const how = known.length > 0 ? known.join(', ') : (example ?? '…');
  return `${text} ${known.length > 0 ? how : `such as ${how}`}; answer here or with --answer ${id}=…`;
}

/** The fault of an answer to a question; undefined if it is usable. */
export function faultOf({ choices, check }: Question, answer: string): string | undefined {
  if (check) return check(answer);
  if (choices.length === 0 || choices.some(({ value }) => value === answer)) return undefined;
  return `expected one of ${choices.map(({ value }) => value).join(', ')}`;
}
