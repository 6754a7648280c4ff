import type { RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Pace } from '../../session/pace.ts';
import type { PlanBasis } from '../../session/plan-basis.ts';
import type { PlannedConversation } from '../sync/sync-run.ts';

/** What a run would do with the rows of one entity. */
export type PlannedRows = {
  /** `+`: rows that the service is not known to hold. */
  readonly new: number;
  /** `=`: rows that it holds as they are. */
  readonly same: number;
  /** `*`: rows that it holds and that say something else now. */
  readonly changed: number;
  /** `-`: rows that it holds and no source has: those that this pipeline created, and those that were there before. */
  readonly missing: number;
  readonly missingOthers: number;
  /** Those of the missing that the run removes: by `onMissing`, and none while one of the rows cannot be told. */
  readonly removed: number;
  /** `!`: rows that are wrong, blocked or left out by a rule. */
  readonly refused: number;
  /** Rows that stand twice, or that a later file has another version of. */
  readonly repeated: number;
};

export const NO_ROWS: PlannedRows = {
  new: 0,
  same: 0,
  changed: 0,
  missing: 0,
  missingOthers: 0,
  removed: 0,
  refused: 0,
  repeated: 0,
};

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
