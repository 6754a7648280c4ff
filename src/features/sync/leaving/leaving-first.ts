import { attachedOf } from '../../../input/entities/attached-key.ts';
import { entities } from '../../../input/entities/entities.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { changedWith } from '../../../ledger/changed-with.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import { EntryCache } from '../../../ledger/entry-cache.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { carriersOf } from '../../../ledger/member-key.ts';
import type { OnDeleted } from '../deleted/deleted-rows.ts';
import type { SyncRun } from '../sync-run.ts';
import { movedReplies } from './moved-replies.ts';

type OnMissing = 'keep' | 'deactivate' | 'delete';

/**
 * Rows that leave before anything is written, because rows that the sources have are then written again in the same run.
 */
export type LeavingFirst = {
  /** By entity, the numbers of missing rows with which the service changes rows that the sources have. */
  readonly missing: ReadonlyMap<EntityName, ReadonlySet<number>>;
  /** The keys of messages that were deleted at the source, and that replies hang on. */
  readonly deleted: ReadonlySet<string>;
  /** Replies that hang on a message that leaves, that returns, or that they do not answer any more: a reply cannot be moved. */
  readonly replies: readonly LedgerEntry[];
  /** Replies that are left on an id that goes, because their rows are refused. */
  readonly refused: readonly LedgerEntry[];
  /** Number of `replies` that leave only because their rows answer another message now. */
  readonly readdressed: number;
};

/** Undefined if there is nothing. */
export function leavingFirst(
  syncRun: SyncRun,
  ledger: Ledger,
  { onMissing, onDeleted }: { readonly onMissing: OnMissing; readonly onDeleted: OnDeleted },
): LeavingFirst | undefined {
  const removable = entityNames.filter(
    (entity) => onMissing === 'delete' && syncRun.mayRemove(entity, onMissing),
  );
  const missing = new Map(
    removable.map((entity) => [entity, changingRows(entity, syncRun, ledger)] as const),
  );
  addCarriers(missing, syncRun, ledger);
  const { roots, ...rest } = movedReplies(syncRun, ledger, { missing: missing.has('messages'), onDeleted });
  for (const { row } of roots.missing) missing.get('messages')?.add(row);
  const deleted = new Set(roots.deleted.map(({ key }) => key));
  const sizes = [
    rest.replies.length,
    rest.refused.length,
    deleted.size,
    ...Array.from(missing.values(), (rows) => rows.size),
  ];
  return sizes.some((size) => size > 0) ? { missing, deleted, ...rest } : undefined;
}

/** The words of a plan about it: the rows that are written again are not counted before. */
export function leavingFirstText(first: LeavingFirst | undefined): readonly string[] {
  if (!first) return [];
  const { missing, deleted, replies } = first;
  const besides = (entity: EntityName): number => (entity === 'messages' ? deleted.size + replies.length : 0);
  const counts = entityNames
    .map((entity) => [entity, (missing.get(entity)?.size ?? 0) + besides(entity)] as const)
    .filter(([, count]) => count > 0)
    .map(([entity, count]) => `${entity} ${count}`);
  if (counts.length === 0) return [];
  return [
    `removed before anything is written: ${counts.join(', ')}; what the service changes with them, and the files have, is written again`,
  ];
}

/** The missing rows of an entity with which the service changes rows that the sources have. */
function changingRows(removed: EntityName, syncRun: SyncRun, ledger: Ledger): Set<number> {
  const all = (): (readonly [string, number])[] =>
    Array.from(syncRun.missing(removed), ({ key, row }) => [key, row]);
  // Which users have a role is asked of the service.
  if (removed === 'roles') return new Set(all().map(([, row]) => row));
  // Who was banned may be a member for the first time, which the ledger does not know.
  const found = new Set<number>(removed === 'bans' ? all().map(([, row]) => row) : []);
  let leaving: ReadonlyMap<string, number> | undefined;
  for (const entity of entityNames) {
    const change = changedWith(removed, entity);
    if (!change || ledger.lastRow(entity) === 0) continue;
    leaving ??= new Map(all());
    for (const { key, row } of ledger.within(entity, [[1, ledger.lastRow(entity)]])) {
      const gone = leaving.get(change.in(entity, key));
      if (gone === undefined) continue;
      if (!syncRun.isMissing(entity, row)) found.add(gone);
      else if (removed === 'bans') found.delete(gone);
    }
  }
  return found;
}

/** The missing rows of groups and users, by their keys. */
type LeavingCarriers = Readonly<Record<'groups' | 'users', ReadonlyMap<string, number>>>;

/**
 * Adds the missing groups and users with which the service removes rows that the sources have, which are refused in this
 * run then, as in every later one; and the missing rows that go with these.
 */
function addCarriers(missing: ReadonlyMap<EntityName, Set<number>>, syncRun: SyncRun, ledger: Ledger): void {
  const keys = (entity: 'groups' | 'users'): ReadonlyMap<string, number> =>
    new Map(missing.has(entity) ? Array.from(syncRun.missing(entity), ({ key, row }) => [key, row]) : []);
  const leaving = { groups: keys('groups'), users: keys('users') };
  if (leaving.groups.size + leaving.users.size === 0) return;
  const dependents = entityNames.filter((entity) => mayGoWith(entity, leaving));
  const known = new EntryCache(ledger);
  const hasCarriers = (): boolean => Boolean(missing.get('groups')?.size || missing.get('users')?.size);
  for (const isMissing of [false, true]) {
    // Where none of them leaves first, nothing goes with it: the ledger may have millions of messages.
    if (isMissing && !hasCarriers()) return;
    for (const entity of dependents)
      for (const entry of ledger.within(entity, [[1, ledger.lastRow(entity)]])) {
        if (syncRun.isMissing(entity, entry.row) !== isMissing) continue;
        for (const [carrier, row] of leavingCarriers(entity, entry, leaving, known))
          if (!isMissing) missing.get(carrier)?.add(row);
          else if (missing.get(carrier)?.has(row)) missing.get(entity)?.add(entry.row);
      }
  }
}

/** True if the service may remove rows of an entity with any of these; what goes with messages may be of users. */
function mayGoWith(entity: EntityName, { groups }: LeavingCarriers): boolean {
  const { goesWith } = entities[entity];
  return goesWith !== 'nothing' && (goesWith !== 'conversation' || groups.size > 0);
}

/** The leaving group and users with any of which the service removes a row. */
function* leavingCarriers(
  entity: EntityName,
  entry: LedgerEntry,
  leaving: LeavingCarriers,
  known: EntryCache,
): Generator<readonly ['groups' | 'users', number]> {
  const { guid = '', uids } = carriersOf(entity, entry, known);
  const group = leaving.groups.get(guid);
  if (group !== undefined) yield ['groups', group];
  const { goesWith, keyFields } = entities[entity];
  const givers = goesWith === 'message' && keyFields.length > 1 ? [attachedOf(entry.key).uid] : [];
  for (const uid of [...uids, ...givers]) {
    const user = leaving.users.get(uid);
    if (user !== undefined) yield ['users', user];
  }
}
