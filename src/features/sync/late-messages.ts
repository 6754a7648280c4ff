import type { Step } from '../../delivery/plan.ts';
import { conversationOf, sideOf } from '../../input/entities/conversation.ts';
import type { Data, Entity } from '../../input/entities/entity.ts';
import type { RowDiff } from '../../ledger/compare.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/** The version of a row whose content in the service is unknown. */
const UNKNOWN = { content: -1, fixed: -1 };

/** A reply that the service has, and whose row answers another message than it was sent to. */
export type OtherRoot = {
  readonly entry: LedgerEntry;
  /** The key of the message that the row answers. */
  readonly root: string;
};

/**
 * The messages of a sync run, as far as rows that are not compared depend on them. A message that stands below a receipt,
 * because it has returned or came late, is unread until the receipt is written again; a reply hangs on the id of its message.
 */
export class LateMessages {
  readonly #ledger: Ledger;
  /** When the oldest new message of each conversation was sent, in epoch seconds. */
  readonly #oldest = new Map<string, number>();
  /** The receipts that are written again, by their number in the ledger. */
  readonly rows = new Set<number>();
  /** The messages that are new now though the ledger has replies to them, which hang on an id that is gone. */
  readonly returned = new Set<string>();
  /** Replies whose rows answer another message, by their number in the ledger. */
  readonly otherRoots = new Map<number, OtherRoot>();
  /** The messages of the ledger that replies are to be sent to. */
  readonly hosts = new Set<string>();
  /** True if replies are written as replies, and the ledger may have some. */
  readonly hasReplies: boolean;

  constructor(ledger: Ledger, steps: readonly Pick<Step, 'route'>[]) {
    this.#ledger = ledger;
    // Replies that are written as replies.
    const areReplies = steps.some(({ route }) => route.hanging?.field === 'parentMuid');
    this.hasReplies = areReplies && ledger.lastRow('messages') > 0;
  }

  /** Takes a new row of any entity. */
  added({ name }: Entity, data: Data): void {
    if (name !== 'messages') return;
    const muid = data['muid'] as string;
    if (this.hasReplies && this.#ledger.repliesTo(muid).length > 0) this.returned.add(muid);
    if (this.#ledger.lastRow('receipts') === 0) return;
    const conversation = conversationOf(data);
    const before = this.#oldest.get(conversation) ?? Number.POSITIVE_INFINITY;
    this.#oldest.set(conversation, Math.min(before, data['sentAt'] as number));
  }

  /** Takes the current row of a message: it may be a reply. */
  compared({ name }: Entity, data: Data, entry: LedgerEntry | undefined, diff: RowDiff): void {
    if (name !== 'messages' || !this.hasReplies) return;
    if (entry) this.otherRoots.delete(entry.row);
    const root = data['parentMuid'] as string | undefined;
    // A row that answers nothing may be of an export that begins later than its thread.
    if (root === undefined || diff === 'fixed') return;
    const isOther = entry !== undefined && this.#answersOther(entry, root);
    if (isOther) this.otherRoots.set(entry.row, { entry, root });
    if ((isOther || diff === 'new') && this.#ledger.find(name, root)) this.hosts.add(root);
  }

  #answersOther({ origin, parent, version }: LedgerEntry, root: string): boolean {
    if (parent === undefined || (origin !== 'created' && origin !== 'leaving')) return false;
    if (parent !== root) return origin === 'created';
    // When its message left, it was refused, or could not be removed, so that it was left on an id that is gone.
    const wasLeft = version.content === -1 || origin === 'leaving';
    return wasLeft && !this.#ledger.find('messages', parent);
  }

  /** The rows of an entity that stand in a conversation with new messages: they are compared even if their bytes are the same. */
  *near({ name }: Entity): Generator<number> {
    if (name !== 'receipts' || this.#oldest.size === 0) return;
    for (const { key, row } of this.#ledger.within(name, [[1, this.#ledger.lastRow(name)]]))
      if (this.#oldest.has(conversationIn(key))) yield row;
  }

  /** Takes a row that no file has: it may come back, and does not cover the new messages of its conversation then. */
  missing({ name }: Entity, { key, row }: LedgerEntry): void {
    if (name === 'receipts' && this.#oldest.has(conversationIn(key))) this.rows.add(row);
  }

  /** The entry of a row; its content is unknown if a new message stands below it. */
  entryOf({ name }: Entity, data: Data, entry: LedgerEntry | undefined): LedgerEntry | undefined {
    if (name !== 'receipts' || !entry) return entry;
    const { readAt = 0, deliveredAt = 0 } = data as Readonly<Record<string, number | undefined>>;
    const oldest = this.#oldest.get(conversationIn(entry.key)) ?? Number.POSITIVE_INFINITY;
    if (oldest > Math.max(readAt, deliveredAt)) return entry;
    this.rows.add(entry.row);
    return { ...entry, version: UNKNOWN };
  }
}

/** The conversation of a receipt, by its key, as `conversationOf` has it. */
function conversationIn(key: string): string {
  const side = sideOf(key);
  if (!side) return '';
  const { uid, peer } = side;
  const receiverType = peer.entity === 'groups' ? 'group' : 'user';
  return conversationOf({ sender: uid, receiver: peer.id, receiverType });
}
