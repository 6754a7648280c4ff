import { createHash } from 'node:crypto';
import { RunError } from '../../errors/run-error.ts';
import { type Changes, leavingOf, rowsOf } from './changes.ts';
import { type OnDeleted, statedLeavingOf, tooManyLeaving } from './deleted/deleted-rows.ts';

/** The limits that a sync run is checked against before anything is sent. */
export type SyncLimits = {
  readonly onMissing: 'keep' | 'deactivate' | 'delete';
  readonly onDeleted: OnDeleted;
  /** The most rows of an entity that may be removed: a number, or a share of those in the service such as `5%`. */
  readonly maxDelete: number | string | undefined;
};

/** Defaults of `maxDelete`: this many rows or this share of an entity, whichever is less. */
const DELETE_MAX = 1_000;
const DELETE_SHARE = 0.05;
/** Always allowed: a share is meaningless for a few rows. */
const DELETE_FREE = 3;
const CHANGED_SHARE = 0.5;
const CHANGED_FREE = 20;

/**
 * An id of what a sync run would do, so that a confirmation is valid for exactly this.
 * @param state the ledger that the sources were compared with
 */
export function syncRunId(
  state: { readonly lineage: string; readonly serial: number },
  changes: readonly Changes[],
): string {
  const counts = changes.map((each) => [
    each.entity,
    each.created,
    each.updated,
    each.missing,
    each.known,
    rowsOf(each),
    each.digest,
    ...(each.deleted > 0 ? [each.deleted] : []),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([state.lineage, state.serial, counts]))
    .digest('hex')
    .slice(0, 8);
}

/**
 * Finds a reason to stop a sync run: a source without any row, too many rows to remove, or too many changed rows.
 * @returns undefined if there is none
 */
export function syncGuard(changes: readonly Changes[], limits: SyncLimits): RunError | undefined {
  for (const each of changes) {
    const { entity, isDerived, known, missingOthers, updated, unread, fixed } = each;
    if (rowsOf(each) === 0 && !(isDerived && known === 0))
      return known === 0
        ? new RunError('SOURCE.EMPTY', `sources.${entity} has no row`)
        : new RunError('GUARD.SOURCE_EMPTIED', `sources.${entity} has no row, but the service has ${known}`);
    const allowed = maxDeletes(known - missingOthers, limits.maxDelete);
    const missing = leavingOf(each, limits.onMissing);
    const deleted = statedLeavingOf(each, limits.onDeleted);
    if (missing + deleted > allowed)
      return new RunError(
        'GUARD.MAX_DELETE',
        tooManyLeaving(entity, known, { missing, deleted }, { onMissing: limits.onMissing, allowed }),
      );
    // Rows written because their version in the service is unknown say nothing about a wrong mapping.
    const changed = updated - unread + fixed;
    if (changed > CHANGED_FREE && changed > known * CHANGED_SHARE)
      return new RunError(
        'GUARD.MOSTLY_CHANGED',
        `${changed} of ${known} ${entity} have changed since the last sync`,
      );
  }
  return undefined;
}

function maxDeletes(known: number, limit: number | string | undefined): number {
  if (typeof limit === 'number') return limit;
  if (limit !== undefined)
    return Math.max(DELETE_FREE, Math.floor((Number(limit.slice(0, -1)) / 100) * known));
  return Math.min(DELETE_MAX, Math.max(DELETE_FREE, Math.floor(DELETE_SHARE * known)));
}
