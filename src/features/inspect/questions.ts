import { basename } from 'node:path';
import { isZone } from '../../input/rows/time.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { cut, printable } from '../../terminal/printable.ts';
import type { Choice } from './draft.ts';

export type Ask = NonNullable<CommandContext['ask']>;

/** The choices that are answered with yes. */
export async function confirmed(choices: readonly Choice[], ask: Ask): Promise<Choice[]> {
  const kept: Choice[] = [];
  for (const choice of choices) {
    const names = printable(cut(choice.files.map(({ path }) => basename(path)).join(', '), 60));
    const answer = await ask(`${choice.entity} from ${names}? [Y/n] `);
    if (!/^n/i.test(answer.trim())) kept.push(choice);
  }
  return kept;
}

/** Whether files hold times that name no zone. */
export const needsZone = ({ files }: Choice): boolean =>
  files.some(({ columns }) => columns.some(({ time }) => time && !time.zoned));

/** A time zone; undefined where it is to be decided later. */
export async function askZone(ask: Ask): Promise<string | undefined> {
  const answer = (
    await ask('some times name no zone; which is it, such as Europe/Berlin? [decide later] ')
  ).trim();
  if (answer === '') return undefined;
  return isZone(answer) ? answer : askZone(ask);
}

const NAME = /^[a-z0-9-]{1,64}$/;

/** A name that a pipeline may have; the proposed one where the answer is empty or nobody can be asked. */
export async function askName(ask: Ask | undefined, proposed: string): Promise<string> {
  const answer = ask ? (await ask(`name of the pipeline? [${proposed}] `)).trim() : '';
  return answer === '' ? proposed : NAME.test(answer) ? answer : askName(ask, proposed);
}
