import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import type { MarkCounts } from './difference.ts';
import type { DifferenceGroup } from './difference-groups.ts';
import type { VerificationCost } from './verification-cost.ts';

/** The result of `verify`: what `--json` prints and `verify.json` holds. */
export type VerificationReport = {
  readonly version: 1;
  readonly command: 'verify';
  readonly pipeline: string;
  readonly exitCode: number;
  readonly mode: 'full' | 'quick' | 'sample';
  /** Rows that only the service has are no difference. */
  readonly oneWay: boolean;
  /** What a row of an entity stands for where it is not a row of the source. */
  readonly units: Readonly<Partial<Record<EntityName, string>>>;
  readonly sample?: Readonly<Record<string, { readonly taken: number; readonly of: number }>>;
  readonly target: Readonly<Record<string, string>>;
  readonly startedAt: string;
  readonly finishedAt: string;
  /** Rows of the source that were looked for, and how many of them are the same in the service. */
  readonly verified: { readonly same: number; readonly of: number };
  readonly entities: Readonly<Record<EntityName, MarkCounts>>;
  /** Rows of the source that its own rules hold back, by entity and why. */
  readonly heldBack: Readonly<Record<string, number>>;
  /** Values that the API cannot carry, by entity and field. */
  readonly notCarried: Readonly<Record<string, number>>;
  /** Fields that are carried, and that no call of the service shows. */
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

/** Rows of the source that were looked for, and those that are the same. */
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

/** True where something is not the same on both sides. */
export function hasDifferences(entities: Readonly<Record<EntityName, MarkCounts>>, oneWay: boolean): boolean {
  return Object.values(entities).some(
    ({ onlySource, onlyTarget, differs, unread }) =>
      onlySource + differs + unread + (oneWay ? 0 : onlyTarget) > 0,
  );
}
