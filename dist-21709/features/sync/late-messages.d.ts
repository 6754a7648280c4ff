import type { Step } from '../../delivery/plan.ts';
import type { Data, Entity } from '../../input/entities/entity.ts';
import type { RowDiff } from '../../ledger/compare.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
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
export declare class LateMessages {
    #private;
    /** The receipts that are written again, by their number in the ledger. */
    readonly rows: Set<number>;
    /** The messages that are new now though the ledger has replies to them, which hang on an id that is gone. */
    readonly returned: Set<string>;
    /** Replies whose rows answer another message, by their number in the ledger. */
    readonly otherRoots: Map<number, OtherRoot>;
    /** The messages of the ledger that replies are to be sent to. */
    readonly hosts: Set<string>;
    /** True if replies are written as replies, and the ledger may have some. */
    readonly hasReplies: boolean;
    constructor(ledger: Ledger, steps: readonly Pick<Step, 'route'>[]);
    /** Takes a new row of any entity. */
    added({ name }: Entity, data: Data): void;
    /** Takes the current row of a message: it may be a reply. */
    compared({ name }: Entity, data: Data, entry: LedgerEntry | undefined, diff: RowDiff): void;
    /** The rows of an entity that stand in a conversation with new messages: they are compared even if their bytes are the same. */
    near({ name }: Entity): Generator<number>;
    /** Takes a row that no file has: it may come back, and does not cover the new messages of its conversation then. */
    missing({ name }: Entity, { key, row }: LedgerEntry): void;
    /** The entry of a row; its content is unknown if a new message stands below it. */
    entryOf({ name }: Entity, data: Data, entry: LedgerEntry | undefined): LedgerEntry | undefined;
}
