import { createHash } from 'node:crypto';
import { RunError } from '../../errors/run-error.ts';
import { type Changes, leavingOf, rowsOf } from './changes.ts';

/** What a night is held against before anything is sent. */
export type SyncLimits = {
  readonly onMissing: 'keep' | 'deactivate' | 'delete';
  /** The most rows of an entity that may be removed: a number, or a share of those that the service holds such as `5%`. */
  readonly maxDelete: number | string | undefined;
};

/** Where the pipeline says nothing: so many rows and such a share of an entity, whichever is less. */
const DELETE_MAX = 1_000;
const DELETE_SHARE = 0.05;
/** A share says nothing of a handful of rows. */
const DELETE_FREE = 3;
const CHANGED_SHARE = 0.5;
const CHANGED_FREE = 20;

/**
 * Names what a night would do, so that going on with it means this and nothing else.
 * @param state of the ledger that it was compared with
 */
export function syncRunId(
  state: { readonly lineage: string; readonly serial: number },
  changes: readonly Changes[],
): string {
  const told = changes.map((each) => [
    each.entity,
    each.created,
    each.updated,
    each.missing,
    each.known,
    rowsOf(each),
    each.digest,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([state.lineage, state.serial, told]))
    .digest('hex')
    .slice(0, 8);
}

/**
 * Says why a night had better not go on: a source that has lost all of its rows, too many rows gone, too many changed.
 * @returns undefined where nothing speaks against it
 */
export function syncGuard(changes: readonly Changes[], limits: SyncLimits): RunError | undefined {
  for (const each of changes) {
    const { entity, known, missingOthers, updated, unread, fixed } = each;
    if (rowsOf(each) === 0)
      return known === 0
        ? new RunError('SOURCE.EMPTY', `sources.${entity} has no row`)
        : new RunError(
            'GUARD.SOURCE_EMPTIED',
            `sources.${entity} has no row, and the service holds ${known} of it`,
          );
    const most = mostDeletes(known - missingOthers, limits.maxDelete);
    const leaving = leavingOf(each, limits.onMissing);
    if (leaving > most)
      return new RunError(
        'GUARD.MAX_DELETE',
        `${leaving} of ${known} ${entity} are in no source any more, and sync.maxDelete allows ${most} to be ${limits.onMissing}d`,
      );
    // What is written because nobody knows what is there says nothing of the map.
    const changed = updated - unread + fixed;
    if (changed > CHANGED_FREE && changed > known * CHANGED_SHARE)
      return new RunError(
        'GUARD.MOSTLY_CHANGED',
        `${changed} of ${known} ${entity} have changed since the last night`,
      );
  }
  return undefined;
}

function mostDeletes(known: number, limit: number | string | undefined): number {
  if (typeof limit === 'number') return limit;
  if (limit !== undefined)
    return Math.max(DELETE_FREE, Math.floor((Number(limit.slice(0, -1)) / 100) * known));
  return Math.min(DELETE_MAX, Math.max(DELETE_FREE, Math.floor(DELETE_SHARE * known)));
}
