/** A question on the terminal; an empty answer means: decide later. */
export type Prompt = {
  readonly message: string;
  /** Choices, with a hint each; none if any text can be the answer. */
  readonly choices: readonly { readonly value: string; readonly hint?: string }[];
  /** The choice that is proposed. */
  readonly best?: string | undefined;
  /** An example of a text. */
  readonly example?: string | undefined;
  /** True if the question before can be asked again, with the answer `BACK`. */
  readonly hasBack?: boolean;
  /** Says what is wrong with an answer; undefined if it is usable. */
  readonly faultOf: (answer: string) => string | undefined;
};

/** Asks one question; undefined if the user ends the questions. */
export type Prompter = (prompt: Prompt) => Promise<string | undefined>;

const LATER = 'decide later';
/** The answer that asks the question before again. */
export const BACK = '<';
const BACK_LABEL = 'back to the question before';

/** Asks with arrow keys and lists, on a terminal that can redraw lines. */
export function listPrompter(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Prompter {
  return async ({ message, choices, best, example, hasBack, faultOf }) => {
    const { isCancel, select, text } = await import('@clack/prompts');
    // The types of the library name the classes of streams, which those of a process are.
    const streams = { input, output, signal } as Parameters<typeof text>[0] & object;
    const answer =
      choices.length > 0
        ? await select({
            ...streams,
            message,
            options: [
              ...choices.map(({ value, hint }) => ({ value, ...(hint === undefined ? {} : { hint }) })),
              { value: '', label: LATER },
              ...(hasBack ? [{ value: BACK, label: BACK_LABEL }] : []),
            ],
            initialValue: best ?? '',
          })
        : await text({
            ...streams,
            message: `${message} (${example === undefined ? '' : `such as ${example}; `}empty: ${LATER}${hasBack ? `; ${BACK} ${BACK_LABEL}` : ''})`,
            validate: (written) =>
              written?.trim() && !isBack(written.trim(), hasBack) ? faultOf(written.trim()) : undefined,
          });
    if (isCancel(answer)) return undefined;
    return String(answer ?? '').trim();
  };
}

/** Asks line by line, where nothing can be redrawn. */
export function linePrompter(ask: (question: string) => Promise<string>): Prompter {
  return async (prompt) => {
    const { message, choices, best, example, hasBack, faultOf } = prompt;
    const known = choices.map(({ value, hint }, at) => `  ${at + 1}  ${value}${hint ? `  (${hint})` : ''}\n`);
    const proposed = best ?? LATER;
    const how =
      choices.length > 0 ? `1-${choices.length}` : example === undefined ? '' : `such as ${example}`;
    for (;;) {
      const back = hasBack ? `, ${BACK} ${BACK_LABEL}` : '';
      const line = (await ask(`${message}\n${known.join('')}${how}${back} [${proposed}] `)).trim();
      if (isBack(line, hasBack)) return BACK;
      const answer = line === '' ? (best ?? '') : (choices[Number(line) - 1]?.value ?? line);
      if (answer === '' || faultOf(answer) === undefined) return answer;
    }
  };
}

const isBack = (line: string, hasBack: boolean | undefined): boolean => hasBack === true && line === BACK;
