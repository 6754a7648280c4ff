import type { Item } from '../../input/entities/entity.ts';
import type { Cursor } from '../../input/rows/row.ts';
import type { Stamps } from '../../keys/key-index.ts';
import type { IntentRecord } from '../../ledger/log/intent.ts';
import type { PendingEntry } from '../../ledger/pending-entry.ts';

/**
 * A row on the line, whatever its form. All of it is optional: a row in a block has it from its bytes; of a row that is an
 * object it is absent, and whoever needs it makes it of the object, so that no such object is larger than its content.
 */
export interface LineRow {
  /** As in a Row; negative if rows are not selected. */
  readonly ordinal?: number;
  /** The fingerprint of its order key, the lower half. */
  readonly order?: number;
  /** The position after it. */
  readonly after?: Cursor;
  /** The row as the ledger records it before it is sent. */
  readonly intent?: IntentRecord;
  /** True if it is certainly attached to no message. */
  readonly isUnattached?: boolean;
  /** True once the service has created it as it was sent, so that `outcome` need not be asked. */
  readonly isCreated?: boolean;
  /** True once it has an outcome. */
  readonly isSettled?: boolean;
  /** True once the ledger has recorded that it is to be sent. */
  readonly isIntended?: boolean;
  /** Returns the entry that the ledger is to record. */
  toPending?(): PendingEntry;
  /** Returns an item whose properties are its own. */
  toItem?(): Item;
  /** Adds its key as one that is in the service. */
  addLanded?(to: Stamps): void;
  /** Is called once, when the row has left the window and nobody needs it. */
  release?(): void;
}

/** A valid row between its check and its request. */
export type LineItem = Item & LineRow;

/** An item whose properties are its own. */
export const ownItem = (item: LineItem): Item => item.toItem?.() ?? item;
