import type { Step } from '../../delivery/plan.ts';
import { conversationOf, sideOf } from '../../input/entities/conversation.ts';
import type { Data, Entity } from '../../input/entities/entity.ts';
import { isUncertain, type LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';

/** The version of a row whose content in the service is unknown. */
const UNKNOWN = { content: -1, fixed: -1 };

/**
 * The new messages of a sync run, as far as receipts are concerned: a message that stands below a receipt, because it has
 * returned or came late, is unread until the receipt is written again.
 */
export class LateMessages {
  readonly #ledger: Ledger;
  /** When the oldest new message of each conversation was sent, in epoch seconds. */
  readonly #oldest = new Map<string, number>();
  /** The receipts that are written again, by their number in the ledger. */
  readonly rows = new Set<number>();
  /** Replies that hang on a message which is not in the service any more, and is new now, by their number in the ledger. */
  readonly replies = new Map<number, LedgerEntry>();
  readonly #hasReplies: boolean;

  constructor(ledger: Ledger, steps: readonly Pick<Step, 'route'>[]) {
    this.#ledger = ledger;
    // Replies that are written as replies.
    const areReplies = steps.some(({ route }) => route.hanging?.field === 'parentMuid');
    this.#hasReplies = areReplies && ledger.lastRow('messages') > 0;
  }

  /** Takes a new row of any entity. */
  added({ name }: Entity, data: Data): void {
    if (name !== 'messages') return;
    if (this.#hasReplies)
      for (const entry of this.#ledger.repliesTo(data['muid'] as string))
        if (!isUncertain(entry) && entry.origin !== 'exists') this.replies.set(entry.row, entry);
    if (this.#ledger.lastRow('receipts') === 0) return;
    const conversation = conversationOf(data);
    const before = this.#oldest.get(conversation) ?? Number.POSITIVE_INFINITY;
    this.#oldest.set(conversation, Math.min(before, data['sentAt'] as number));
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
