import { attachedOf } from '../../../input/entities/attached-key.ts';
import { entities } from '../../../input/entities/entities.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { changedWith } from '../../../ledger/changed-with.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import { EntryCache } from '../../../ledger/entry-cache.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { carriersOf } from '../../../ledger/member-key.ts';
import type { OnDeleted } from '../deleted/deleted-rows.ts';
import type { OtherRoot } from '../late-messages.ts';
import type { SyncRun } from '../sync-run.ts';

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
  /** Replies that are left on an id that goes, because their rows are refused: they stay there until these are valid. */
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

/** Messages that leave with a sync run, by why. */
type Roots = Readonly<Record<'missing' | 'deleted', LedgerEntry[]>>;

/** The replies that a sync run writes again, and the leaving messages that replies hang on, or are to be sent to. */
type MovedReplies = Pick<LeavingFirst, 'replies' | 'refused' | 'readdressed'> & { readonly roots: Roots };

/**
 * Finds the replies that hang on an id which their message does not have, or will not have: it leaves, it returns, it is a
 * reply that is written again itself, or the row answers another one.
 * @param leaving whether missing messages are removed, and what happens to those that were deleted at the source
 */
function movedReplies(
  syncRun: SyncRun,
  ledger: Ledger,
  leaving: { readonly missing: boolean; readonly onDeleted: OnDeleted },
): MovedReplies {
  const roots: Roots = { missing: [], deleted: [] };
  if (!syncRun.late.hasReplies) return { replies: [], roots, refused: [], readdressed: 0 };
  const { returned, hosts, otherRoots } = syncRun.late;
  const replies = new Map<string, LedgerEntry>();
  const refused = new Map<number, LedgerEntry>();
  // Those that no file has, that are refused, or that are too old for a new message, would not be written again.
  const isWritten = (entry: LedgerEntry): boolean => {
    const standing = isOurs(entry) ? syncRun.standing('messages', entry.row) : 'gone';
    if (standing === 'refused') refused.set(entry.row, entry);
    return standing === 'valid' && !syncRun.isTooOld(entry.sentAt);
  };
  const repliesTo = (key: string): LedgerEntry[] => ledger.repliesTo(key).filter(isWritten);
  const add = (found: readonly LedgerEntry[]): void => {
    const waiting = [...found];
    for (let entry = waiting.pop(); entry; entry = waiting.pop())
      if (!replies.has(entry.key)) {
        replies.set(entry.key, entry);
        waiting.push(...repliesTo(entry.key));
      }
  };
  const gone = new Set<string>();
  const leave = (why: keyof Roots, entries: Iterable<LedgerEntry>): void => {
    for (const entry of entries) {
      gone.add(entry.key);
      const found = repliesTo(entry.key);
      if (found.length > 0 || hosts.has(entry.key)) roots[why].push(entry);
      add(found);
    }
  };
  if (leaving.missing) leave('missing', syncRun.missing('messages'));
  if (leaving.onDeleted === 'remove') leave('deleted', syncRun.deleted('messages'));
  for (const key of returned) add(repliesTo(key));
  let readdressed = 0;
  const stays = (key: string): boolean => !gone.has(key) && !replies.has(key);
  // One that is written again changes where others hang.
  for (let before = -1; before < replies.size; ) {
    before = replies.size;
    for (const other of otherRoots.values()) {
      const { entry } = other;
      if (replies.has(entry.key) || !isWritten(entry) || !isMoved(other, ledger, stays)) continue;
      if (entry.parent !== undefined && stays(entry.parent) && ledger.find('messages', entry.parent))
        readdressed++;
      add([entry]);
    }
  }
  return { replies: [...replies.values()], roots, refused: [...refused.values()], readdressed };
}

/** True for a row of which the ledger knows that it is ours; one that is being removed may still be there. */
const isOurs = ({ origin }: LedgerEntry): boolean => origin === 'created' || origin === 'leaving';

/** True if a reply is not where its row says: the root of its thread is another one. */
function isMoved({ entry, root }: OtherRoot, ledger: Ledger, stays: (key: string) => boolean): boolean {
  const { parent = '' } = entry;
  if (root === parent) return true;
  if (!ledger.find('messages', parent)) return ledger.find('messages', root) !== undefined && stays(root);
  return rootOf(parent, ledger, stays) !== rootOf(root, ledger, stays);
}

/** The message on which a reply to another one hangs in the service. */
function rootOf(key: string, ledger: Ledger, stays: (key: string) => boolean): string {
  const way = new Set<string>();
  for (let at = key; ; ) {
    const parent = stays(at) ? ledger.find('messages', at)?.parent : undefined;
    if (parent === undefined || way.has(at) || !ledger.find('messages', parent)) return at;
    way.add(at);
    at = parent;
  }
}
