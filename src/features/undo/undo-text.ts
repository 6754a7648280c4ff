import type { RemovalCounts, RemovalResult } from '../../delivery/removal/removal-account.ts';
import { hintOf } from '../../errors/row-codes.ts';
import { runCodes } from '../../errors/run-error.ts';
import { type EntityName, entriesOf } from '../../input/entities/entity.ts';
import { amount, cut, duration, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { type PutBackResult, plannedPutBackLines, putBackLines, rowsLine } from './put-back-counts.ts';
import type { GroupUse, RemovedFiles, UndoCounts } from './undo-document.ts';
import { filesToRemoveLines, removedFilesLines } from './undo-files.ts';
import { rowsToRemove, type UndoPlan } from './undo-plan.ts';

/** Parts that the texts of an undo need. */
export type UndoTextOptions = { readonly style: Style; readonly next: string };

const SAMPLES_SHOWN = 3;

/** The plan of an undo, on one screen. */
export function undoPlanText(plan: UndoPlan, { style, next }: UndoTextOptions): string {
  return [
    rowsToRemove(plan) > 0
      ? 'These rows would be removed from the service permanently:'
      : 'No rows would be removed.',
    ...entriesOf(plan.counts)
      .toReversed()
      .flatMap(([name, counts]) => plannedLine(name, counts, style)),
    ...warningLines(plan, style),
    ...plannedPutBackLines(plan.putBack, style),
    ...filesToRemoveLines(plan.files, style),
    ...costLine(plan),
    '',
    `  next  ${style.bold(next)}`,
    '',
  ].join('\n');
}

function plannedLine(name: EntityName, counts: UndoCounts, style: Style): string[] {
  const { direct, implied, inUse, before } = counts;
  if (direct + implied + inUse + before === 0) return [];
  return [
    rowsLine(name, 'remove', direct + implied, [
      ...(implied > 0 ? [withTheirs(implied)] : []),
      ...(inUse > 0
        ? [style.yellow(`${grouped(inUse)} stay, in groups that others use or that existed before`)]
        : []),
      ...(before > 0 ? [`${grouped(before)} stay, they existed before`] : []),
      ...(name === 'receipts' && direct > 0 ? [RECEIPTS] : []),
    ]),
  ];
}

const RECEIPTS = 'they cannot be taken back, and end with their messages';
const whyKept = (name: EntityName): string =>
  name === 'receipts' ? RECEIPTS : 'others use them, or they existed before';

const withTheirs = (implied: number): string => `${grouped(implied)} of them with their group or user`;

function warningLines({ inUse, isFinished, counts }: UndoPlan, style: Style): string[] {
  const mark = style.yellow('!');
  return [
    ...inUse.samples.slice(0, SAMPLES_SHOWN).map((use) => `${mark} ${useText(use)}`),
    ...(inUse.count > SAMPLES_SHOWN ? [`  and ${grouped(inUse.count - SAMPLES_SHOWN)} more groups`] : []),
    ...(inUse.count > 0
      ? [
          '  They stay with their members and messages; --include-used removes those that did not exist before.',
        ]
      : []),
    ...(isFinished
      ? []
      : [`${mark} the run is not finished; rows that it may have sent are searched in the service`]),
    ...(counts.users.direct > 0 ? ['  Users who have written other messages stay.'] : []),
  ];
}

function costLine({ cost, putBack }: UndoPlan): string[] {
  const changed = Object.keys(putBack).length > 0;
  const requests = cost.core + cost.standard;
  if (requests === 0) return [];
  const ms = cost.minutes * 60_000;
  const time = ms >= 1_000 ? `, at least ${duration(ms)} at the rate limits` : '';
  const what = amount(requests, 'request');
  return [`  about ${what}${time}; nothing is ${changed ? 'changed' : 'removed'} yet`];
}

function useText({ guid, isOlder, members, messages }: GroupUse): string {
  if (isOlder) return `group ${printable(guid)} existed before this pipeline wrote anything`;
  const what = [
    ...(members > 0 ? [amount(members, 'member')] : []),
    ...(messages > 0 ? [`${grouped(messages)} or more new ${messages === 1 ? 'message' : 'messages'}`] : []),
  ];
  return `group ${printable(guid)} has ${what.join(' and ')} that this pipeline did not create`;
}

/** The result of an undo, on one screen. */
export function undoResultText(
  result: RemovalResult & { readonly putBack: PutBackResult; readonly files?: RemovedFiles | undefined },
  { style, next }: UndoTextOptions,
): string {
  const problems = [...result.putBack.problems, ...result.problems];
  return [
    ...problems.flatMap((problem) => problemLines(problem, style)),
    ...noteLine(result.notesLeft, style),
    ...entriesOf(result.counts)
      .toReversed()
      .flatMap(([name, counts]) => removedLine(name, counts, style)),
    ...putBackLines(result.putBack, style),
    ...removedFilesLines(result.files, style),
    '',
    `  next  ${style.bold(next)}`,
    '',
  ].join('\n');
}

function removedLine(name: EntityName, counts: RemovalCounts, style: Style): string[] {
  const { removed, gone, implied, kept, failed } = counts;
  if (removed + gone + implied + kept + failed === 0) return [];
  return [
    rowsLine(name, 'removed', removed + implied, [
      ...(implied > 0 ? [withTheirs(implied)] : []),
      ...(gone > 0 ? [`${grouped(gone)} were already gone`] : []),
      ...(kept > 0 ? [style.yellow(`${grouped(kept)} kept: ${whyKept(name)}`)] : []),
      ...(failed > 0 ? [style.red(`${grouped(failed)} failed`)] : []),
    ]),
  ];
}

function problemLines(problem: RemovalResult['problems'][number], style: Style): string[] {
  const { entity, code, count, samples } = problem;
  return [
    `${style.red('✖')} ${code}  ${grouped(count)} × ${entity}`,
    ...samples
      .slice(0, SAMPLES_SHOWN)
      .map(({ key, message }) => `    ${cut(printable(key), 60)}  ${cut(printable(message), 120)}`),
    `    ${adviceOn(code)}`,
  ];
}

const noteLine = (notesLeft: number, style: Style): string[] =>
  notesLeft === 0
    ? []
    : [
        `${style.yellow('!')} ${grouped(notesLeft)} action messages on ended memberships stay in the history of groups, because the service cannot remove them`,
      ];

/** Advice on the code of a row that was not removed. */
export const adviceOn = (code: string): string =>
  Object.hasOwn(runCodes, code)
    ? runCodes[code as keyof typeof runCodes].fix
    : code.startsWith('SERVICE.')
      ? 'the service refused it: read its message, then run the same command again'
      : hintOf(code);
