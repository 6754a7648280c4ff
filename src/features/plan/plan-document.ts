import type { RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Pace } from '../../session/pace.ts';
import type { PlanBasis } from '../../session/plan-basis.ts';
import type { PlannedConversation } from '../sync/sync-run.ts';
import type { PlannedRows } from './planned-rows.ts';

/** What `chatferry plan` says: the counts, their cost, and all that they are true for. */
export type PlanDocument = {
  readonly version: 1;
  readonly command: 'plan';
  readonly pipeline: string;
  readonly madeAt: string;
  /** A sync: names what its night would do; another one has another name. */
  readonly id?: string;
  readonly entities: Readonly<Record<EntityName, PlannedRows>>;
  /** What becomes of missing rows; absent in a migration, which leaves them. */
  readonly onMissing?: 'keep' | 'deactivate' | 'delete';
  readonly cost: {
    /** Requests of the import API, and requests for one row each. */
    readonly batches: number;
    readonly single: number;
    /** Minutes at the limits; 0 where there is none. */
    readonly minutes: number;
  };
  /** Values that the API cannot carry, by entity and field. */
  readonly notCarried: Readonly<Record<string, number>>;
  /** Messages that were sent before the service's memory begins. */
  readonly tooOld: number;
  /** What speaks against it. */
  readonly guard?: { readonly code: string; readonly message: string };
  readonly conversations?: readonly PlannedConversation[];
  readonly warnings: readonly string[];
  readonly basis: PlanBasis;
};

/**
 * Requests and minutes of a plan: new rows in full batches, a request for each row that is changed or removed. Where rows
 * go with their group or are deactivated together it takes fewer.
 */
export function costOf(
  entities: PlanDocument['entities'],
  { batch, batchesPerMinute, singlePerMinute }: Pace,
): PlanDocument['cost'] {
  const rows = entityNames.map((name) => entities[name]);
  const batches = rows.reduce((sum, each) => sum + Math.ceil(each.new / batch), 0);
  const single = rows.reduce((sum, each) => sum + each.changed + each.removed, 0);
  return { batches, single, minutes: batches / batchesPerMinute + single / singlePerMinute };
}

/** The guard of a document. */
export const guardOf = (error: RunError | undefined): Pick<PlanDocument, 'guard'> =>
  error ? { guard: { code: error.code, message: error.message } } : {};
