import { explanationOf } from '../../src/errors/explanations.ts';
import { exitCodes } from '../../src/errors/run-error.ts';
import { entriesOfKinds, type KindCounts } from '../../src/exports/export-summary.ts';
import type { Report } from '../../src/report/result/report.ts';
import { runHere } from '../support/command-here.ts';

/** What a validation of an export came to. */
export type Judged = {
  readonly exitCode: number;
  /** Rows that would land, by kind; absent if the command ended without a report. */
  readonly landed?: Readonly<Record<string, number>>;
  readonly cpuMs: number;
  /** What the error was, if there is no report. */
  readonly said?: string;
  readonly faults: readonly string[];
};

/** A validation of these small exports takes a tenth of a second; huge values some more. */
const CPU_MS_MAX = 10_000;
const ENDS: readonly number[] = [exitCodes.ok, exitCodes.precondition, exitCodes.rejected, exitCodes.state];

/** Validates a pipeline as a user would, and says what must never happen. */
export async function judged(pipeline: string): Promise<Judged> {
  const before = process.cpuUsage();
  const ended = await runHere(['validate', pipeline, '--json']).catch((error: unknown) => error as Error);
  const { user, system } = process.cpuUsage(before);
  const cpuMs = Math.round((user + system) / 1_000);
  const faults: string[] = [];
  if (Object.hasOwn(Object.prototype, 'polluted')) {
    Reflect.deleteProperty(Object.prototype, 'polluted');
    faults.push('the prototype of all objects is changed');
  }
  if (cpuMs > CPU_MS_MAX) faults.push(`${cpuMs} ms of work`);
  if (ended instanceof Error) return { exitCode: 1, cpuMs, faults: [...faults, `a crash: ${ended.stack}`] };
  const { exitCode, stdout, stderr } = ended;
  if (!ENDS.includes(exitCode)) faults.push(`exit code ${exitCode}: ${stderr}`);
  if (stdout === '') return { exitCode, cpuMs, said: stderr, faults: [...faults, ...errorFaults(stderr)] };
  const report = JSON.parse(stdout) as Report;
  return { exitCode, cpuMs, landed: landedOf(report), faults: [...faults, ...reportFaults(report)] };
}

/** An error has a code that is explained, and a next step. */
function errorFaults(stderr: string): string[] {
  const [code = '', message = ''] = stderr.split('\n');
  const hint = stderr.trimEnd().split('\n').at(-1) ?? '';
  const isExplained = explanationOf(code) !== undefined && message !== '' && hint !== '' && hint !== message;
  return isExplained ? [] : [`an error without a code or a next step: ${stderr}`];
}

/** Everything that is in the export has exactly one outcome. */
function reportFaults({ balanced, export: summary, problems }: Report): string[] {
  const faults = balanced ? [] : ['rows read are not the sum of the outcomes'];
  for (const { code, hint } of problems)
    if (explanationOf(code) === undefined || hint === '') faults.push(`${code} has no next step`);
  if (!summary) return [...faults, 'no counts of the export'];
  for (const [kind, counts] of entriesOfKinds(summary.kinds))
    if (counts.read !== outcomes(counts)) faults.push(`${kind}: ${JSON.stringify(counts)}`);
  return faults;
}

const outcomes = ({ imported, converted, kept, dropped }: KindCounts): number =>
  Object.values(dropped).reduce((sum, count) => sum + count, imported + converted + kept);

function landedOf({ export: summary, entities }: Report): Readonly<Record<string, number>> {
  const { users, messages } = summary?.kinds ?? {};
  const of = (counts: KindCounts | undefined): number => (counts?.imported ?? 0) + (counts?.converted ?? 0);
  return {
    users: of(users),
    messages: of(messages),
    'rows of users': entities.users.pending,
    'rows of messages': entities.messages.pending,
  };
}
