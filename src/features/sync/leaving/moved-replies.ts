import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { OnDeleted } from '../deleted/deleted-rows.ts';
import type { OtherRoot } from '../late-messages.ts';
import type { SyncRun } from '../sync-run.ts';

/** Messages that leave with a sync run, by why. */
type Roots = Readonly<Record<'missing' | 'deleted', LedgerEntry[]>>;

/** The replies that a sync run writes again, and the leaving messages that replies hang on, or are to be sent to. */
type MovedReplies = {
  readonly replies: readonly LedgerEntry[];
  readonly roots: Roots;
  /** Replies to those messages whose rows are refused: they stay where they are until these are valid. */
  readonly refused: readonly LedgerEntry[];
  /** Number of replies that leave only because their rows answer another message now. */
  readonly readdressed: number;
};

/**
 * Finds the replies that hang on an id which their message does not have, or will not have: it leaves, it returns, it is a
 * reply that is written again itself, or the row answers another one.
 * @param leaving whether missing messages are removed, and what happens to those that were deleted at the source
 */
export function movedReplies(
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
