import { createHash } from 'node:crypto';
import { RunError } from '../../errors/run-error.ts';
import { type Changes, leavingOf, rowsOf } from './changes.ts';
import { type OnDeleted, statedLeavingOf, tooManyLeaving } from './deleted/deleted-rows.ts';
import { lostText } from './shape/lost-field.ts';

/** The limits that a sync run is checked against before anything is sent. */
export type SyncLimits = {
  readonly onMissing: 'keep' | 'deactivate' | 'delete';
  readonly onDeleted: OnDeleted;
  /** The most rows of an entity that may be removed: a number, or a share of those in the service such as `5%`. */
  readonly maxDelete?: number | string | undefined;
  /** The most rows of an entity in which a field may be emptied: a number, or a share of those that had a value in it. */
  readonly maxEmpty?: number | string | undefined;
  /** Replies that are removed and written again, because their rows answer another message now. */
  readonly readdressed: number;
};

/** Defaults of `maxDelete`: this many rows or this share of an entity, whichever is less. */
const DELETE_MAX = 1_000;
const DELETE_SHARE = 0.05;
/** Always allowed: a share is meaningless for a few rows. */
const FREE = 3;
const CHANGED_SHARE = 0.5;
/** Default of `maxEmpty`. */
const EMPTY_SHARE = '5%';

/**
 * An id of what a sync run would do, so that a confirmation is valid for exactly this.
 * @param state the ledger that the sources were compared with
 * @param readdressed replies that answer another message now
 */
export function syncRunId(
  state: { readonly lineage: string; readonly serial: number },
  changes: readonly Changes[],
  readdressed = 0,
): string {
  const counts = changes.map((each) => [
    each.entity,
    each.created,
    each.updated,
    each.missing,
    each.known,
    rowsOf(each),
    each.digest,
    // Only what is lost, so that an id without any is what it was.
    ...(each.lost.length > 0 ? [each.lost] : []),
    ...(each.found > 0 ? [each.found, each.foundChanged, [...each.fields.emptied]] : []),
    ...(each.deleted > 0 ? [each.deleted] : []),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([state.lineage, state.serial, counts, ...(readdressed > 0 ? [readdressed] : [])]))
    .digest('hex')
    .slice(0, 8);
}

/**
 * Finds the reasons to stop a sync run: a source without any row, lost fields, too many rows to remove, or too many changed
 * rows. A confirmation is one of all of them, so the message has all; the code is that of the first.
 * @returns undefined if there is none
 */
export function syncGuard(changes: readonly Changes[], limits: SyncLimits): RunError | undefined {
  const empty = changes.map(emptyProblem).find((problem) => problem !== undefined);
  if (empty) return empty;
  const problems = PROBLEMS.flatMap((problemOf) => changes.flatMap((each) => problemOf(each, limits) ?? []));
  const [first, ...others] = problems;
  if (!first || others.length === 0) return first;
  const also = others.map(({ code, message }) => `${code}: ${message}`);
  return new RunError(first.code, [first.message, ...also].join('; also '));
}

function emptyProblem(each: Changes): RunError | undefined {
  const { entity, isDerived, mayBeEmpty = false, known } = each;
  if (rowsOf(each) > 0 || ((isDerived || mayBeEmpty) && known === 0)) return undefined;
  return known === 0
    ? new RunError('SOURCE.EMPTY', `sources.${entity} has no rows`)
    : new RunError('GUARD.SOURCE_EMPTIED', `sources.${entity} has no rows, but the service has ${known}`);
}

type ProblemOf = (changes: Changes, limits: SyncLimits) => RunError | undefined;

/** In the order in which they are told. */
const PROBLEMS: readonly ProblemOf[] = [lostProblem, emptyFieldProblem, deleteProblem, changedProblem];

function lostProblem({ lost, added }: Changes): RunError | undefined {
  return lost.length === 0 ? undefined : new RunError('GUARD.COLUMNS_GONE', lostText(lost, added));
}

function emptyFieldProblem({ entity, fields, had }: Changes, { maxEmpty = EMPTY_SHARE }: SyncLimits) {
  const texts = [...fields.emptied].flatMap(([field, rows]) => {
    const before = Math.max(rows, had.get(field) ?? 0);
    const allowed = shareOf(before, maxEmpty);
    return rows > allowed ? [`${field} of ${rows} of ${before} ${entity} (${allowed} allowed)`] : [];
  });
  if (texts.length === 0) return undefined;
  return new RunError(
    'GUARD.MAX_EMPTY',
    `too many fields would become empty: ${texts.join(', ')}; see sync.maxEmpty`,
  );
}

function deleteProblem(
  each: Changes,
  { onMissing, onDeleted, maxDelete, readdressed }: SyncLimits,
): RunError | undefined {
  const { entity, known, missingOthers } = each;
  const allowed = maxDeletes(known - missingOthers, maxDelete);
  const missing = leavingOf(each, onMissing);
  const deleted = statedLeavingOf(each, onDeleted);
  const moved = entity === 'messages' ? readdressed : 0;
  if (missing + deleted + moved <= allowed) return undefined;
  const text =
    moved > missing + deleted
      ? `${moved} replies belong to another message than before; each would be removed and written again; sync.maxDelete allows ${allowed}`
      : tooManyLeaving(entity, known, { missing, deleted }, { onMissing, allowed });
  return new RunError('GUARD.MAX_DELETE', text);
}

function changedProblem(each: Changes): RunError | undefined {
  const { entity, known, updated, unread, fixed, found, foundChanged } = each;
  // Rows written because their version in the service is unknown say nothing about a wrong mapping.
  const changed = updated - unread + fixed;
  const text = isMost(foundChanged, found)
    ? `${foundChanged} of ${found} ${entity} that are already in the service would change`
    : isMost(changed, known) && `${changed} of ${known} ${entity} have changed since the last sync`;
  return text ? new RunError('GUARD.MOSTLY_CHANGED', text) : undefined;
}

const isMost = (changed: number, all: number): boolean => changed > FREE && changed > all * CHANGED_SHARE;

function maxDeletes(known: number, limit: number | string | undefined): number {
  if (limit !== undefined) return shareOf(known, limit);
  return Math.min(DELETE_MAX, Math.max(FREE, Math.floor(DELETE_SHARE * known)));
}

/** A number, or a share of some rows such as `5%`: some are always allowed. */
function shareOf(rows: number, limit: number | string): number {
  if (typeof limit === 'number') return limit;
  return Math.max(FREE, Math.floor((Number(limit.slice(0, -1)) / 100) * rows));
}
