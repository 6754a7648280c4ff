import type { RunError } from '../../errors/run-error.ts';
import { type EntityTable, entriesOf, isCore } from '../../input/entities/entity.ts';
import type { FileAddresses } from '../../pipeline/files/file-counts.ts';
import type { ChangedConversation } from '../../report/result/changed-fields.ts';
import type { Pace, PlanBasis } from '../../report/result/plan-basis.ts';
import type { Rename, RenameAdvice } from '../../report/result/rename-text.ts';
import type { Report } from '../../report/result/report.ts';

/** The plan for the rows of one entity. */
export type PlannedRows = {
  /** `+`: rows that are not in the service, as far as is known. */
  readonly new: number;
  /** `=`: rows that are the same in the service. */
  readonly same: number;
  /** `*`: rows that differ in the service. */
  readonly changed: number;
  /** `-`: rows that this pipeline created in the service and that are no longer in any source. */
  readonly missing: number;
  /** `-`: rows that existed in the service before this pipeline and that are not in any source. */
  readonly missingOthers: number;
  /** The missing rows that the run removes, as `onMissing` says. 0 while the key of any row is unreadable. */
  readonly removed: number;
  /** Rows of the service that were deleted at the source, or that depend on such a message. */
  readonly deletedAtSource: number;
  /** The rows deleted at the source that the run removes, as `onDeleted` says. */
  readonly deletedAtSourceRemoved: number;
  /** `!`: rows that are wrong, blocked or too old. */
  readonly refused: number;
  /** Rows that a rule of their source skips, such as `where`. */
  readonly leftOut: number;
  /** Duplicate rows, and rows that a later file replaces with another version. */
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

/** The part of a plan about files: their addresses, and what copying them takes. */
export type FilesPlan = FileAddresses & {
  readonly copying: {
    /** Files whose size rows say. */
    readonly sized: number;
    /** Bytes of these. */
    readonly sizedBytes: number;
    /** Addresses of other files that were asked for their size, and those that said it. */
    readonly asked?: { readonly addresses: number; readonly answered: number };
    /** Bytes of all files, within these bounds; absent if the size of some is not known. */
    readonly bytes?: { readonly from: number; readonly to: number };
    /** Bytes a second that `minutes` counts with: the limit of the pipeline, or those of a usual line. */
    readonly bytesPerSecond: number;
    /** More if the size of some is not known. */
    readonly minutes: number;
    /** Room that files on the way need in the state folder. */
    readonly spoolBytes: number;
  };
};

/** Members that say the same as those of a report. */
type OfReport = Pick<
  Report,
  | 'changedFields'
  | 'notCarried'
  | 'kept'
  | 'written'
  | 'sentAsRead'
  | 'untypedGroups'
  | 'export'
  | 'retention'
  | 'warnings'
>;

/** The result of `chatferry plan`: the counts, the cost, and the inputs for which they are valid. */
export type PlanDocument = OfReport & {
  readonly version: 1;
  readonly command: 'plan';
  readonly pipeline: string;
  readonly madeAt: string;
  /** Only in a sync: the id of the planned changes. A run with other changes has another id. */
  readonly id?: string;
  readonly entities: Readonly<EntityTable<PlannedRows>>;
  /** The rule for missing rows; absent in a migration, which keeps them. */
  readonly onMissing?: 'keep' | 'deactivate' | 'delete';
  readonly cost: {
    /** Requests of the import API. */
    readonly batches: number;
    /** Other requests: those that write one row, and those of optional entities. */
    readonly single: number;
    /** Minutes that the run needs at the rate limits; 0 without rate limits. */
    readonly minutes: number;
  };
  /** The files of rows, and what copying them takes; absent if the pipeline copies none. */
  readonly fileAddresses?: FilesPlan;
  /** Messages that are older than the service keeps messages. */
  readonly tooOld: number;
  /** The guard that would stop the run; absent if none would. */
  readonly guard?: { readonly code: string; readonly message: string };
  readonly conversations?: readonly ChangedConversation[];
  /** Users and groups whose key seems to have changed at the source; absent if there are none. */
  readonly renames?: readonly Rename[];
  /** The text to print if they are the same. */
  readonly renameAdvice?: RenameAdvice;
  readonly basis: PlanBasis;
  /** Checksum of all members above. A plan that was changed is refused. */
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
