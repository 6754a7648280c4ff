import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import type { MarkCounts } from './difference.ts';
import type { DifferenceGroup } from './difference-groups.ts';
import type { VerificationCost } from './verification-cost.ts';

/** The result of `verify`, as in `--json` and `verify.json`. */
export type VerificationReport = {
  readonly version: 1;
  readonly command: 'verify';
  readonly pipeline: string;
  readonly exitCode: number;
  readonly mode: 'full' | 'quick' | 'sample';
  /** Rows that only the service has are not a difference. */
  readonly oneWay: boolean;
  /** What is counted for an entity, if not rows of the source. */
  readonly units: Readonly<Partial<Record<EntityName, string>>>;
  readonly sample?: Readonly<Record<string, { readonly taken: number; readonly of: number }>>;
  readonly target: Readonly<Record<string, string>>;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Compared rows of the source, and how many of them are the same in the service. */
  readonly verified: { readonly same: number; readonly of: number };
  readonly entities: Readonly<Record<EntityName, MarkCounts>>;
  /** Rows of the source that the pipeline does not write, by entity and reason. */
  readonly heldBack: Readonly<Record<string, number>>;
  /** Values that the API cannot carry, by entity and field. */
  readonly notCarried: Readonly<Record<string, number>>;
  /** Fields that the pipeline writes but no call of the service returns. */
  readonly notShown: readonly string[];
  /** Messages and rows that the service has written by itself. */
  readonly writtenByService: number;
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

/** Counts the compared rows of the source, and those that are the same. */
export function verifiedOf(
  entities: Readonly<Record<EntityName, MarkCounts>>,
): VerificationReport['verified'] {
  let [same, of] = [0, 0];
  for (const name of entityNames) {
    const counts = entities[name];
    same += counts.same;
    of += counts.same + counts.onlySource + counts.differs + counts.unread;
  }
  return { same, of };
}

/** True if any row is not the same on both sides; with `oneWay`, rows that only the service has do not count. */
export function hasDifferences(entities: Readonly<Record<EntityName, MarkCounts>>, oneWay: boolean): boolean {
  return Object.values(entities).some(
    ({ onlySource, onlyTarget, differs, unread }) =>
      onlySource + differs + unread + (oneWay ? 0 : onlyTarget) > 0,
  );
}
