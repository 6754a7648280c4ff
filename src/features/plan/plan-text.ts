import { entriesOf } from '../../input/entities/entity.ts';
import { type FieldChanges, fieldChangesText } from '../../report/result/changed-fields.ts';
import { exportLines } from '../../report/result/export-lines.ts';
import { addressFaults } from '../../report/result/file-addresses.ts';
import { type OldMessages, oldMessagesAdvice, oldMessagesText } from '../../report/result/old-messages.ts';
import { amount, countList, cut, duration, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { folded, nextStepLines } from '../../terminal/width.ts';
import type { FilesPlan, PlanDocument, PlannedRows } from './plan-document.ts';
import { filesPlanLines } from './planned-files.ts';

const CONVERSATIONS_SHOWN = 20;
const LIVE_TIMES = 'they get the time of the run, and each sender is limited to 30 a minute';

/** Choice of what is shown of a plan. */
export type ShownPlan = Pick<PlanDocument, 'entities' | 'cost' | 'notCarried' | 'warnings'> &
  Partial<PlanDocument>;

/**
 * A plan as text: what a run would do, what it costs, what will not arrive, and the next command.
 * @param next undefined if something else follows
 * @param columns width of a line in terminal cells; undefined if lines are not cut
 */
export function planText(
  plan: ShownPlan,
  next: string | undefined,
  { style, columns }: { readonly style: Style; readonly columns: number | undefined },
): string {
  const rows = entriesOf(plan.entities).filter(([, each]) => Object.values(each).some((count) => count > 0));
  const [lost, kept, live] = [plan.notCarried, plan.kept ?? {}, plan.written ?? {}].map(countList);
  const { batches, single, minutes } = plan.cost;
  const lines = [
    ...rows.flatMap(([name, each]) => [
      `  ${name.padEnd(9)} ${marks(each, plan, style)}`,
      ...fieldLines(plan.changedFields?.[name]),
    ]),
    ...(plan.fileAddresses ? fileLines(plan.fileAddresses, style) : []),
    ...(plan.export ? exportLines(plan.export) : []),
    ...ageLines(plan),
    ...conversationLines(plan),
    ...renameLines(plan),
    ...(lost ? [`  ${style.yellow('!')} not carried by the API: ${lost}`] : []),
    ...(kept ? [`  kept in metadata.source: ${kept}`] : []),
    ...(live ? [`  ${style.yellow('!')} written by live calls: ${live}; ${LIVE_TIMES}`] : []),
    ...(plan.sentAsRead ? [`  sent as read: ${grouped(plan.sentAsRead)} × messages without readAt`] : []),
    ...(plan.retention ? oldMessageLines(plan.retention, style) : []),
    ...plan.warnings.slice(0, 3).map((text) => `  ${style.yellow('!')} ${cut(printable(text), 200)}`),
    ...(plan.guard ? [`  ${style.red('✖')} ${plan.guard.code}: ${printable(plan.guard.message)}`] : []),
    `  needs     ${amount(batches + single, 'request')}${minutes > 0 ? ` · at least ${duration(minutes * 60_000)}` : ''}`,
  ];
  const shown = lines.flatMap((line) => folded(line, columns, '            '));
  return [...shown, ...(next === undefined ? [] : nextStepLines(next, style, columns)), ''].join('\n');
}

function fileLines(found: FilesPlan, style: Style): string[] {
  return [
    ...filesPlanLines(found).map((text) => `  ${text}`),
    ...addressFaults(found).flatMap(({ message, next }) => [
      `  ${style.yellow('!')} ${message}`,
      `    → ${next}`,
    ]),
  ];
}

/** The age of the records of an old system; a run that follows no plan reads what is new first. */
function ageLines({ export: exported, madeAt }: ShownPlan): string[] {
  const { at } = exported?.pulled ?? {};
  if (at === undefined || madeAt === undefined) return [];
  return [
    `    age           ${duration(Date.parse(madeAt) - Date.parse(at))}; a run without --plan reads what is new first`,
  ];
}

function oldMessageLines(old: OldMessages, style: Style): string[] {
  const advice = oldMessagesAdvice(old);
  return [
    `  ${style.yellow('!')} ${oldMessagesText(old)}`,
    ...(advice === undefined ? [] : [`    → ${advice}`]),
  ];
}

function marks(rows: PlannedRows, { onMissing }: ShownPlan, style: Style): string {
  const missing = rows.missing + rows.missingOthers;
  const removal = onMissing && rows.removed > 0 ? ` (${onMissing} ${grouped(rows.removed)})` : '';
  return [
    style.green(`+ ${grouped(rows.new)} new`),
    `= ${grouped(rows.same)} same`,
    style.yellow(`* ${grouped(rows.changed)} changed`),
    ...(onMissing || missing > 0 ? [`- ${grouped(missing)} missing${removal}`] : []),
    ...(rows.deletedAtSource > 0 ? [statedText(rows)] : []),
    ...(rows.refused > 0 ? [style.red(`! ${grouped(rows.refused)} refused`)] : []),
    ...(rows.leftOut > 0 ? [`${grouped(rows.leftOut)} skipped`] : []),
    ...(rows.repeated > 0 ? [`${grouped(rows.repeated)} duplicate`] : []),
  ].join('   ');
}

const fieldLines = (fields: FieldChanges | undefined): string[] =>
  fields ? [`            ${fieldChangesText(fields)}`] : [];

/** Rows that were deleted at the source, and what the run does with them. */
function statedText({ deletedAtSource, deletedAtSourceRemoved }: PlannedRows): string {
  const kept = deletedAtSource - deletedAtSourceRemoved;
  const done = [
    ...(deletedAtSourceRemoved > 0 ? [`remove ${grouped(deletedAtSourceRemoved)}`] : []),
    ...(kept > 0 ? [`keep ${grouped(kept)}`] : []),
  ];
  return `deleted at the source ${grouped(deletedAtSource)} (${done.join(', ')})`;
}

/** Users and groups that look renamed, with what to write if they are. */
function renameLines({ renameAdvice: advice }: ShownPlan): string[] {
  return advice
    ? [`  ? ${printable(advice.sentence)}`, ...advice.lines.map((line) => `      ${printable(line)}`)]
    : [];
}

function conversationLines({ conversations }: ShownPlan): string[] {
  if (!conversations) return [];
  const more = conversations.length - CONVERSATIONS_SHOWN;
  return [
    `  ${amount(conversations.length, 'conversation')} with new or changed messages`,
    ...conversations
      .slice(0, CONVERSATIONS_SHOWN)
      .map(
        ({ conversation, new: added, changed }) =>
          `    + ${grouped(added)}  * ${grouped(changed)}  ${cut(printable(conversation), 80)}`,
      ),
    ...(more > 0 ? [`    and ${grouped(more)} more; --json lists up to 10 000`] : []),
  ];
}
