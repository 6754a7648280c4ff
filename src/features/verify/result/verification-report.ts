import { exitCodes } from '../../../errors/run-error.ts';
import type { EntityName, EntityTable } from '../../../input/entities/entity.ts';
import type { Report } from '../../../report/result/report.ts';
import type { FilesVerification } from './files-verification.ts';
import type { VerificationCost } from './verification-cost.ts';

/** The size of a sample: a share between 0 and 1, or a number that holds for users, groups and conversations each. */
export type SampleSize = { readonly share: number } | { readonly count: number };

/** The result of comparing a row of the source with the service, with the marks of `rclone check`. */
type Mark = '=' | '+' | '-' | '*' | '!';

/** Counts of the rows of one entity by their mark. */
export type MarkCounts = {
  /** `=` */
  same: number;
  /** `+` */
  onlySource: number;
  /** `-` */
  onlyTarget: number;
  /** `*` */
  differs: number;
  /** `!`: rows that could not be read, or only in part, so that they are not verified. */
  unread: number;
  /** Rows of the source that the pipeline does not write, and that are therefore not expected in the service. */
  notCompared: number;
  /** Rows that the run has not sent yet, because it was stopped. */
  pending: number;
};

/** Counts that are all zero. */
export const zeroMarks = (): MarkCounts => ({
  same: 0,
  onlySource: 0,
  onlyTarget: 0,
  differs: 0,
  unread: 0,
  notCompared: 0,
  pending: 0,
});

/** One differing field of a row with the values of both sides; a side without a value is absent. */
export type FieldDifference = {
  readonly field: string;
  readonly source?: unknown;
  readonly target?: unknown;
};

/** One row that is not the same on both sides. */
export type Difference = {
  readonly entity: EntityName;
  readonly mark: Exclude<Mark, '='>;
  readonly key: string;
  /** The place of the row in the source. */
  readonly file?: string;
  readonly line?: number;
  readonly fields?: readonly FieldDifference[];
  /** Further explanation. */
  readonly message?: string;
};

/** Differences of one kind, with the first few of them. */
export type DifferenceGroup = {
  readonly entity: EntityName;
  readonly mark: Difference['mark'];
  /** The fields that differ; empty if the whole row does. */
  readonly fields: readonly string[];
  count: number;
  readonly samples: Omit<Difference, 'entity' | 'mark'>[];
};

/** The result of `verify`, as in `--json` and `verify.json`. */
export type VerificationReport = Pick<
  Report,
  'version' | 'pipeline' | 'exitCode' | 'target' | 'startedAt' | 'finishedAt' | 'notCarried'
> & {
  readonly command: 'verify';
  readonly mode: 'full' | 'quick' | 'sample';
  /** True if rows that exist only in the service are not a difference. */
  readonly oneWay: boolean;
  /** The unit of an entity's counts, if it is not rows of the source. */
  readonly units: Readonly<Partial<Record<EntityName, string>>>;
  readonly sample?: Readonly<Record<string, { readonly taken: number; readonly of: number }>>;
  /**
   * Rows that the service should have: the source rows that the pipeline writes, and all rows that the service has
   * acknowledged. `same` of them are the same in the service.
   */
  readonly verified: { readonly same: number; readonly of: number };
  /** The record of the rows that were sent. */
  readonly acknowledged: Acknowledged;
  readonly entities: Readonly<EntityTable<MarkCounts>>;
  /** The comparison of the copies of files; absent without `--files`. */
  readonly fileCopies?: FilesVerification;
  /**
   * Number of source rows that the pipeline does not write, by entity and reason; and as `conversations.unread` of conversations
   * that could not be read from an old system.
   */
  readonly heldBack: Readonly<Record<string, number>>;
  /** Number of people forgotten with `chatferry forget`. Their rows are not compared. Absent if there are none. */
  readonly forgotten?: number;
  /** Number of rows whose field is empty in the source and keeps its value in the service, by entity and field. */
  readonly kept: Readonly<Record<string, number>>;
  /** Fields that the pipeline writes but that no call of the service returns. */
  readonly notShown: readonly string[];
  /** Number of messages and rows that the service has written by itself. */
  readonly writtenByService: number;
  /** Number of messages whose ids, in the order of arrival, contradict their times. Not counted for a sync. */
  readonly idsAgainstTime: number;
  readonly requests: {
    readonly expected: VerificationCost;
    readonly sent: number;
    readonly retried: number;
    readonly throttled: number;
  };
  readonly differences: readonly DifferenceGroup[];
  readonly inputs: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
  readonly files: { readonly report: string; readonly differences: string };
};

/**
 * State of the record of the pipeline's rows: `none` if nothing was ever sent, `lost` if it lacks what the
 * checkpoint claims, `inUse` while another process writes it, `otherTarget` if it says nothing about this service.
 */
export type RecordState = 'read' | 'none' | 'lost' | 'inUse' | 'otherTarget';

/**
 * The rows that the service has acknowledged, as the pipeline's record lists them, and their result in the comparison.
 */
export type Acknowledged = {
  readonly record: RecordState;
  /** Number of rows that the service has acknowledged. */
  readonly rows: number;
  /** Number of these rows that were compared. It is smaller than `rows` only in a sample, or if something is wrong. */
  readonly compared: number;
  /** Number of rows that runs have counted as imported but that the record does not contain. */
  readonly unrecorded: number;
  /** True if an undo has begun and is not finished. */
  readonly isUndoing: boolean;
  /**
   * Number of rows that were compared with the values last sent, by entity and reason: `kept` (in no source),
   * `corrected` (in a retry).
   */
  readonly asSent: Readonly<Record<string, number>>;
};

/** Counts the compared rows of the source, and those that are the same. */
export function verifiedOf(
  entities: Readonly<EntityTable<MarkCounts>>,
  { mode, acknowledged }: Pick<VerificationReport, 'mode' | 'acknowledged'>,
): VerificationReport['verified'] {
  let [same, of] = [0, 0];
  for (const counts of Object.values(entities)) {
    same += counts.same;
    of += counts.same + counts.onlySource + counts.differs + counts.unread;
  }
  // What was acknowledged and is not compared must not be missing in the sum.
  return { same, of: of + (mode === 'full' ? unprovenOf(acknowledged) : 0) };
}

/** Rows that a stopped run has not sent yet. */
export const pendingOf = (entities: VerificationReport['entities']): number =>
  Object.values(entities).reduce((sum, { pending }) => sum + pending, 0);

/** Exit code: differences, then what could not be compared, then what is not sent yet. */
export function exitCodeOf({
  entities,
  oneWay,
  acknowledged,
  mode,
  fileCopies,
}: Pick<VerificationReport, 'entities' | 'oneWay' | 'acknowledged' | 'mode' | 'fileCopies'>): number {
  if (hasDifferences(entities, oneWay) || (fileCopies && fileCopies.differences.length > 0))
    return exitCodes.different;
  if (acknowledged.record === 'inUse') return exitCodes.locked;
  if (acknowledged.record === 'lost') return exitCodes.state;
  if (mode === 'full' && unprovenOf(acknowledged) > 0) return exitCodes.different;
  return pendingOf(entities) > 0 ? exitCodes.temporary : exitCodes.ok;
}

/** Acknowledged rows that a full comparison has not compared. */
export const unprovenOf = ({ rows, compared, unrecorded }: Acknowledged): number =>
  rows - compared + unrecorded;

/** True if any row is not the same on both sides; with `oneWay`, rows that only the service has do not count. */
function hasDifferences(entities: Readonly<EntityTable<MarkCounts>>, oneWay: boolean): boolean {
  return Object.values(entities).some(
    ({ onlySource, onlyTarget, differs, unread }) =>
      onlySource + differs + unread + (oneWay ? 0 : onlyTarget) > 0,
  );
}
