import { hintOf } from '../../errors/row-codes.ts';
import { runCodes } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { cut, duration, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import type { RemovalResult } from '../removal/removal-account.ts';
import type { UndoCost } from './undo-cost.ts';
import type { UndoCounts } from './undo-rows.ts';
import type { GroupUse } from './used-by-others.ts';

/** What an undo would do. */
export type UndoPlan = {
  readonly id: string;
  readonly counts: Readonly<Record<EntityName, UndoCounts>>;
  readonly cost: UndoCost;
  readonly inUse: { readonly count: number; readonly samples: readonly GroupUse[] };
  /** False where the run that wrote the rows is not at its end. */
  readonly isFinished: boolean;
};

export type UndoTextOptions = { readonly style: Style; readonly next: string };

const SAMPLES_SHOWN = 3;
const order = [...entityNames].reverse();

/** How many rows would leave. */
export const rowsOf = ({ counts }: UndoPlan): number =>
  order.reduce((sum, name) => sum + counts[name].direct + counts[name].implied, 0);

/** What an undo would do, on one screen. */
export function undoPlanText(plan: UndoPlan, { style, next }: UndoTextOptions): string {
  const { counts, cost, inUse } = plan;
  const lines = order.flatMap((name) => {
    const { direct, implied, inUse: used, before } = counts[name];
    if (direct + implied + used + before === 0) return [];
    const parts = [
      ...(implied > 0 ? [`${grouped(implied)} of them with their group or user`] : []),
      ...(used > 0 ? [style.yellow(`${grouped(used)} stay in groups that are not ours alone`)] : []),
      ...(before > 0 ? [`${grouped(before)} stay, they were there before`] : []),
    ];
    return [
      `  ${name.padEnd(9)} remove ${grouped(direct + implied).padStart(9)}   ${parts.join(' · ')}`.trimEnd(),
    ];
  });
  const warnings = [
    ...inUse.samples.slice(0, SAMPLES_SHOWN).map((use) => `${style.yellow('!')} ${useText(use)}`),
    ...(inUse.count > SAMPLES_SHOWN ? [`  and ${grouped(inUse.count - SAMPLES_SHOWN)} more groups`] : []),
    ...(inUse.count > 0
      ? ['  They stay with all that is in them; --include-used removes those that others only use.']
      : []),
    ...(plan.isFinished
      ? []
      : [
          `${style.yellow('!')} the run is not finished; what it may have sent when it stopped is looked for`,
        ]),
    ...(counts.users.direct > 0 ? ['  A user that has written anything else by now stays.'] : []),
  ];
  const requests = cost.core + cost.standard;
  const time =
    cost.minutes * 60_000 >= 1_000 ? `, at least ${duration(cost.minutes * 60_000)} at the limits` : '';
  return [
    rowsOf(plan) > 0 ? 'Would be removed from the service, for good:' : 'Nothing would be removed.',
    ...lines,
    ...warnings,
    ...(requests > 0
      ? [
          `  about ${grouped(requests)} ${requests === 1 ? 'request' : 'requests'}${time}; nothing was removed yet`,
        ]
      : []),
    '',
    `  next  ${style.bold(next)}`,
    '',
  ].join('\n');
}

function useText({ guid, isOlder, members, messages }: GroupUse): string {
  if (isOlder) return `group ${printable(guid)} was there before this pipeline wrote anything`;
  const what = [
    ...(members > 0 ? [`${grouped(members)} ${members === 1 ? 'member' : 'members'}`] : []),
    ...(messages > 0 ? [`${grouped(messages)} or more new ${messages === 1 ? 'message' : 'messages'}`] : []),
  ];
  return `group ${printable(guid)} holds ${what.join(' and ')} that this pipeline did not bring`;
}

/** What an undo has done, on one screen. */
export function undoResultText(result: RemovalResult, { style, next }: UndoTextOptions): string {
  const lines = order.flatMap((name) => {
    const { removed, gone, implied, kept, failed } = result.counts[name];
    if (removed + gone + implied + kept + failed === 0) return [];
    const parts = [
      ...(implied > 0 ? [`${grouped(implied)} of them with their group or user`] : []),
      ...(gone > 0 ? [`${grouped(gone)} were gone already`] : []),
      ...(kept > 0 ? [style.yellow(`${grouped(kept)} kept, they are not ours alone`)] : []),
      ...(failed > 0 ? [style.red(`${grouped(failed)} failed`)] : []),
    ];
    return [
      `  ${name.padEnd(9)} removed ${grouped(removed + implied).padStart(9)}   ${parts.join(' · ')}`.trimEnd(),
    ];
  });
  const problems = result.problems.flatMap(({ entity, code, count, samples }) => [
    `${style.red('✖')} ${code}  ${grouped(count)} × ${entity}`,
    ...samples
      .slice(0, SAMPLES_SHOWN)
      .map(({ key, message }) => `    ${cut(printable(key), 60)}  ${cut(printable(message), 120)}`),
    `    ${adviceOn(code)}`,
  ]);
  const notes = result.notesLeft
    ? [
        `${style.yellow('!')} ${grouped(result.notesLeft)} notes on ended memberships stay in the history of groups: the service does not let them go`,
      ]
    : [];
  return [...problems, ...notes, ...lines, '', `  next  ${style.bold(next)}`, ''].join('\n');
}

/** What to do about a code of a row that stays. */
export const adviceOn = (code: string): string =>
  Object.hasOwn(runCodes, code)
    ? runCodes[code as keyof typeof runCodes].fix
    : code.startsWith('SERVICE.')
      ? 'the service refused to remove it: see its message, then run the same command again'
      : hintOf(code);
