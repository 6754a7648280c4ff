import { exitCodes } from '../../../errors/run-error.ts';
import type { EntityName, EntityTable } from '../../../input/entities/entity.ts';
import type { VerificationCost } from './verification-cost.ts';

/** The size of a sample: a share between 0 and 1, or a number of users, groups and conversations each. */
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
  /** `!`: could not be read, or only in part, so that nothing proves it. */
  unread: number;
  /** Rows of the source that the pipeline does not write, so that they are not expected in the service. */
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
export type VerificationReport = {
  readonly version: 1;
  readonly command: 'verify';
  readonly pipeline: string;
  readonly exitCode: number;
  readonly mode: 'full' | 'quick' | 'sample';
  /** Rows that only the service has are not a difference. */
  readonly oneWay: boolean;
  /** The thing that is counted for an entity, if not rows of the source. */
  readonly units: Readonly<Partial<Record<EntityName, string>>>;
  readonly sample?: Readonly<Record<string, { readonly taken: number; readonly of: number }>>;
  readonly target: Readonly<Record<string, string>>;
  readonly startedAt: string;
  readonly finishedAt: string;
  /**
   * Rows that the service should have: those of the sources that the pipeline writes, and all that the service has
   * acknowledged. `same` of them are the same in the service.
   */
  readonly verified: { readonly same: number; readonly of: number };
  /** The record of the rows that were sent. */
  readonly acknowledged: Acknowledged;
  readonly entities: Readonly<EntityTable<MarkCounts>>;
  /** Rows of the source that the pipeline does not write, by entity and reason. */
  readonly heldBack: Readonly<Record<string, number>>;
  /** The number of people who had to be forgotten, whose rows are in no comparison; absent if nobody. */
  readonly forgotten?: number;
  /** Values that the API cannot carry, by entity and field. */
  readonly notCarried: Readonly<Record<string, number>>;
  /** In how many rows a field that is empty in the source keeps the value that the service has, by entity and field. */
  readonly kept: Readonly<Record<string, number>>;
  /** Fields that the pipeline writes but no call of the service returns. */
  readonly notShown: readonly string[];
  /** Messages and rows that the service has written by itself. */
  readonly writtenByService: number;
  /** Messages whose ids, in the order of arrival, run against their times; not counted for a sync. */
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

/** The rows that the service has acknowledged, by the pipeline's record, and what became of them in the comparison. */
export type Acknowledged = {
  readonly record: RecordState;
  /** Rows that the service has acknowledged. */
  readonly rows: number;
  /** Those of them that were compared; fewer only in a sample, or where something is wrong. */
  readonly compared: number;
  /** Rows that runs have counted as imported but that the record does not have. */
  readonly unrecorded: number;
  /** An undo has begun and is not finished. */
  readonly isUndoing: boolean;
  /** Rows compared with what was last sent, by entity and reason: `kept` in no source, `corrected` in a retry. */
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
}: Pick<VerificationReport, 'entities' | 'oneWay' | 'acknowledged' | 'mode'>): number {
  if (hasDifferences(entities, oneWay)) return exitCodes.different;
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
