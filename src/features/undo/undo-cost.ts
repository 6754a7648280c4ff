import type { EntityName } from '../../input/entities/entity.ts';
import type { Connection } from '../../session/connect.ts';
import type { UndoCounts } from './undo-rows.ts';

/** Requests of an undo by rate class, and how long they take at the limits. */
export type UndoCost = { readonly core: number; readonly standard: number; readonly minutes: number };

/** Reads and writes for one row: who uses it, its removal, the note on it. */
const REQUESTS: Readonly<Record<EntityName, { readonly core: number; readonly standard: number }>> = {
  messages: { core: 0, standard: 1 },
  members: { core: 1, standard: 2 },
  groups: { core: 0, standard: 4 },
  users: { core: 1, standard: 2 },
};

/** At least so many: messages whose id is not known have to be looked for as well. */
export function undoCost(
  counts: Readonly<Record<EntityName, UndoCounts>>,
  { target }: Pick<Connection, 'target'>,
): UndoCost {
  const sum = (rateClass: 'core' | 'standard'): number =>
    (Object.keys(REQUESTS) as EntityName[]).reduce(
      (total, entity) => total + counts[entity].direct * REQUESTS[entity][rateClass],
      0,
    );
  const minutes = (rateClass: 'core' | 'standard'): number => {
    const budget = target.budgets[rateClass];
    return budget ? (sum(rateClass) * budget.perMs) / budget.requests / 60_000 : 0;
  };
  return {
    core: sum('core'),
    standard: sum('standard'),
    minutes: Math.max(minutes('core'), minutes('standard')),
  };
}
