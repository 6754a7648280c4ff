import { join } from 'node:path';
import type { VerificationReport } from '../../src/features/verify/result/verification-report.ts';
import type { Report } from '../../src/report/result/report.ts';
import { mainHere } from '../support/main-here.ts';
import { type Content, contentOf, type Entry } from '../support/sandbox-process.ts';

/** What the three commands of a recipe say, and what the service holds after them. */
export type RecipeResult = {
  readonly validated: Report;
  readonly ran: Report;
  readonly verified: VerificationReport;
  readonly content: Content;
};

/** Validates, runs and verifies the pipeline `pipeline.yaml` of a folder; its name is that of the state. */
export async function runRecipe(folder: string, name: string): Promise<RecipeResult> {
  const pipeline = join(folder, 'pipeline.yaml');
  const json = async <T>(...args: readonly string[]): Promise<T> => {
    const [command, ...options] = args as [string, ...string[]];
    const { out: stdout, err: stderr } = await mainHere([command, pipeline, ...options, '--json']);
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as T;
  };
  const validated = await json<Report>('validate');
  const ran = await json<Report>('run', '--yes');
  const verified = await json<VerificationReport>('verify');
  return {
    validated,
    ran,
    verified,
    content: await contentOf(join(folder, '.chatferry', name, 'sandbox.sqlite')),
  };
}

/** One count of every entity, in the order users, groups, members, messages. */
export const counts = (
  { entities }: Report,
  outcome: 'read' | 'created' | 'pending' | 'rejected',
): number[] =>
  (['users', 'groups', 'members', 'messages'] as const).map((name) => entities[name]?.[outcome] ?? 0);

/** How many rows were refused, by code. */
export const rejectedBy = ({ problems }: Report): Record<string, number> =>
  Object.fromEntries(problems.map(({ code, count }) => [code, count]));

/** The texts of a conversation in the order of the service. */
export const textsOf = ({ messages }: Content, receiver: string): unknown[] =>
  messages.filter((message) => message['receiver'] === receiver).map(({ data }) => (data as Entry)['text']);

/** The entry with a key. */
export function one(list: readonly Entry[], field: string, key: string): Entry {
  const found = list.filter((entry) => entry[field] === key);
  if (found.length !== 1) throw new Error(`${found.length} entries with ${field} ${key}`);
  return found[0] as Entry;
}
