import type { RunError } from '../../errors/run-error.ts';
import type { ExportSummary } from '../../exports/export-summary.ts';
import { type EntityTable, entriesOf, isCore } from '../../input/entities/entity.ts';
import type { ChangedConversation, ChangedFields } from '../../report/result/changed-fields.ts';
import type { OldMessages } from '../../report/result/old-messages.ts';
import type { Pace, PlanBasis } from '../../report/result/plan-basis.ts';
import type { Rename, RenameAdvice } from '../../report/result/rename-text.ts';

/** Plan of a run for the rows of one entity. */
export type PlannedRows = {
  /** `+`: rows that are not known to be in the service. */
  readonly new: number;
  /** `=`: rows that are the same in the service. */
  readonly same: number;
  /** `*`: rows that differ from the service. */
  readonly changed: number;
  /** `-`: rows of the service that are in no source and that this pipeline created. */
  readonly missing: number;
  /** `-`: rows of the service that are in no source and that existed before this pipeline. */
  readonly missingOthers: number;
  /** The missing rows that the run removes, by `onMissing`; none while any row has an unreadable key. */
  readonly removed: number;
  /** Rows of the service that were deleted at the source, or hang on such a message. */
  readonly deletedAtSource: number;
  /** Those that the run removes, by `onDeleted`. */
  readonly deletedAtSourceRemoved: number;
  /** `!`: rows that are wrong, blocked or too old. */
  readonly refused: number;
  /** Rows that a rule of their source skips, such as `where`. */
  readonly leftOut: number;
  /** Rows that are repeated, or that a later file replaces by another version. */
  readonly repeated: number;
};

/** All counts 0. */
export const NO_ROWS: PlannedRows = {
  new: 0,
  same: 0,
  changed: 0,
  missing: 0,
  missingOthers: 0,
  removed: 0,
  deletedAtSource: 0,
  deletedAtSourceRemoved: 0,
  refused: 0,
  leftOut: 0,
  repeated: 0,
};

/** The counts of a first sync run, with those of its rows that the service has already. */
export const withFound = (
  rows: PlannedRows,
  { found, changed }: { readonly found: number; readonly changed: number },
): PlannedRows => ({
  ...rows,
  new: Math.max(0, rows.new - found),
  same: rows.same + found - changed,
  changed: rows.changed + changed,
});

/** The result of `chatferry plan`: the counts, their cost, and the inputs that they are valid for. */
export type PlanDocument = {
  readonly version: 1;
  readonly command: 'plan';
  readonly pipeline: string;
  readonly madeAt: string;
  /** Only of a sync: an id of what the run would do; a run that would do something else has another id. */
  readonly id?: string;
  readonly entities: Readonly<EntityTable<PlannedRows>>;
  /** The fields that change or are emptied, by entity; absent if none does. */
  readonly changedFields?: ChangedFields;
  /** The rule for missing rows; absent in a migration, which keeps them. */
  readonly onMissing?: 'keep' | 'deactivate' | 'delete';
  readonly cost: {
    /** Requests of the import API. */
    readonly batches: number;
    /** Other requests: those for one row each, and those of optional entities. */
    readonly single: number;
    /** Minutes at the rate limits; 0 without limits. */
    readonly minutes: number;
  };
  /** The number of values that the API cannot carry, by `entity.field`. */
  readonly notCarried: Readonly<Record<string, number>>;
  /** Values without a field of the API that are kept in metadata, by `entity.field`; absent if there are none. */
  readonly kept?: Readonly<Record<string, number>>;
  /** Values that live calls write, one each, by `entity.field`; absent if there are none. */
  readonly written?: Readonly<Record<string, number>>;
  /** Messages without `readAt` that are sent as read; absent if there are none. */
  readonly sentAsRead?: number;
  /** Groups that are created without a type in their row; absent if there are none. */
  readonly untypedGroups?: number;
  /** The contents of the export of another chat system, and their outcomes; absent if the pipeline reads none. */
  readonly export?: ExportSummary;
  /** Messages older than the service keeps. */
  readonly tooOld: number;
  /** The age of these messages, and their outcome; absent if there are none. */
  readonly retention?: OldMessages;
  /** The guard that would stop the run. */
  readonly guard?: { readonly code: string; readonly message: string };
  readonly conversations?: readonly ChangedConversation[];
  /** Users and groups that look as if their key had changed at the source; absent if there are none. */
  readonly renames?: readonly Rename[];
  /** The text if they are the same. */
  readonly renameAdvice?: RenameAdvice;
  readonly warnings: readonly string[];
  readonly basis: PlanBasis;
  /** Checksum of all of the above: a plan that was changed is not carried out. */
  readonly sha256?: string;
};

/**
 * Requests and minutes of a plan: new rows in full batches, optional entities by calls of their own, one request for each
 * changed or removed row. It takes fewer if rows go with their group or are deactivated together.
 * @param replies how many of the new messages are written live, one request each
 */
export function costOf(
  entities: PlanDocument['entities'],
  { batch, batchesPerMinute, singlePerMinute, rowsPerCall, callsEach }: Pace,
  replies = 0,
): PlanDocument['cost'] {
  let [batches, single] = [0, 0];
  for (const [name, rows] of entriesOf(entities)) {
    const calls = isCore(name) ? 1 : callsEach[name];
    single += calls * rows.changed + rows.removed + rows.deletedAtSourceRemoved;
    const live = name === 'messages' ? Math.min(replies, rows.new) : 0;
    single += live;
    if (isCore(name)) batches += Math.ceil((rows.new - live) / batch);
    else single += calls * Math.ceil(rows.new / rowsPerCall[name]);
  }
  return { batches, single, minutes: batches / batchesPerMinute + single / singlePerMinute };
}

/** The `guard` property of a document. */
export const guardOf = (error: RunError | undefined): Pick<PlanDocument, 'guard'> =>
  error ? { guard: { code: error.code, message: error.message } } : {};
