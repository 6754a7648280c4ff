import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Pace } from '../../session/pace.ts';
import type { VerificationReport } from '../verify/result/verification-report.ts';
import type { PlanDocument } from './plan-document.ts';
import type { PlannedRows } from './planned-rows.ts';

/** What `chatferry plan --online` says. */
export type OnlinePlan = Omit<
  PlanDocument,
  'id' | 'basis' | 'onMissing' | 'guard' | 'conversations' | 'tooOld'
> & {
  readonly online: true;
  /** Where every row stands that is not the same on both sides. */
  readonly differences: string;
};

/** What a comparison with the service says of the rows of a plan. */
export function onlineRows({ entities, heldBack }: VerificationReport): Record<EntityName, PlannedRows> {
  const planned = (name: EntityName): PlannedRows => {
    const { onlySource, same, differs, onlyTarget, unread } = entities[name];
    const held = Object.entries(heldBack).filter(([why]) => why.startsWith(`${name}.`));
    const refused = held.reduce((sum, [, count]) => sum + count, unread);
    return {
      new: onlySource,
      same,
      changed: differs,
      missing: 0,
      removed: 0,
      missingOthers: onlyTarget,
      refused,
      repeated: 0,
    };
  };
  return {
    users: planned('users'),
    groups: planned('groups'),
    members: planned('members'),
    messages: planned('messages'),
  };
}

/**
 * Requests and minutes of a run that knows nothing of the service: every row is sent, and the answer tells which were
 * there. A sync then writes users, groups and members once more, to bring them up to date.
 */
export function onlineCostOf(
  entities: Readonly<Record<EntityName, PlannedRows>>,
  isSync: boolean,
  { batch, batchesPerMinute, singlePerMinute }: Pace,
): PlanDocument['cost'] {
  const there = ({ same, changed }: PlannedRows): number => same + changed;
  const batches = entityNames.reduce(
    (sum, name) => sum + Math.ceil((entities[name].new + there(entities[name])) / batch),
    0,
  );
  const single = isSync ? there(entities.users) + there(entities.groups) + there(entities.members) : 0;
  return { batches, single, minutes: batches / batchesPerMinute + single / singlePerMinute };
}
