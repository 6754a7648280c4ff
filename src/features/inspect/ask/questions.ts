import { basename } from 'node:path';
import { isZone } from '../../../input/rows/time.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { cut, printable } from '../../../terminal/printable.ts';
import type { Choice } from '../draft/draft.ts';

/** Asks the user a question and returns the answer. */
export type Ask = NonNullable<CommandContext['ask']>;

/** Asks about each choice; returns those that the user confirms. */
export async function confirmed(choices: readonly Choice[], ask: Ask): Promise<Choice[]> {
  const kept: Choice[] = [];
  for (const choice of choices) {
    const names = printable(cut(choice.files.map(({ path }) => basename(path)).join(', '), 60));
    const answer = await ask(`${choice.entity} from ${names}? [Y/n] `);
    if (!/^n/i.test(answer.trim())) kept.push(choice);
  }
  return kept;
}

/** Whether the files have times without a zone. */
export const needsZone = ({ files }: Choice): boolean =>
  files.some(({ columns }) => columns.some(({ time }) => time && !time.zoned));

/** Asks for a time zone until it is valid; undefined if the user decides later. */
export async function askZone(ask: Ask): Promise<string | undefined> {
  const answer = (
    await ask('some times have no zone; which zone is it, such as Europe/Berlin? [decide later] ')
  ).trim();
  if (answer === '') return undefined;
  return isZone(answer) ? answer : askZone(ask);
}

const NAME = /^[a-z0-9-]{1,64}$/;

/** Asks for a pipeline name until it is valid; the proposed one if the answer is empty or `ask` is undefined. */
export async function askName(ask: Ask | undefined, proposed: string): Promise<string> {
  const answer = ask ? (await ask(`name of the pipeline? [${proposed}] `)).trim() : '';
  return answer === '' ? proposed : NAME.test(answer) ? answer : askName(ask, proposed);
}
