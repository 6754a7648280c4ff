import type { Data, Item, OwnedFields } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Row } from '../../input/rows/row.ts';
import { type Stamp, type Stamps } from '../../keys/key-index.ts';
import type { ByteWriter } from '../../ledger/log/bytes.ts';
import type { IntentRecord } from '../../ledger/log/intent.ts';
import type { PendingEntry } from '../../ledger/pending-entry.ts';
import type { BulkRow } from '../../service/targets/bulk.ts';
import type { LineRow } from './line-row.ts';
import type { Slab } from './slab.ts';
/**
 * A row in a slab, valid and with a key that no row before it has. On the line it is what other rows are as objects: its
 * parts are read from the slab when somebody asks for them, which few rows need.
 */
export declare class SlabRow implements Item, LineRow, BulkRow, IntentRecord {
    #private;
    /** Its number in the window, once it has entered it. */
    seq: number;
    readonly valid = true;
    /** Its number in the ledger, once the ledger has recorded it; 0 until then. */
    ledgerRow: number;
    counted?: true | undefined;
    tooOldAt?: number | undefined;
    readonly slab: Slab;
    readonly index: number;
    /** As in a Row; negative if rows are not selected. */
    ordinal: number;
    /** Set once the service has created the row as it was sent; its id, if it has one, is in the slab. */
    isCreated: boolean;
    constructor(slab: Slab, index: number);
    /** Makes it a row that has just been read. */
    begin(ordinal: number): void;
    get outcome(): Outcome | undefined;
    set outcome(outcome: Outcome);
    /** The id of a created row; 0 if it has none. */
    get createdId(): number;
    get isSettled(): boolean;
    get text(): Buffer;
    get textAt(): number;
    get jsonAt(): number;
    get jsonEnd(): number;
    /** The fingerprint of its order key, the lower half. */
    get order(): number;
    get key(): string;
    get json(): string;
    get data(): Data;
    get stamp(): Stamp;
    get owned(): OwnedFields;
    /** The index of its file in the step. */
    get file(): number;
    /** The row with its original cells, read again from its record. */
    get row(): Row;
    /** Entry that the ledger has recorded of it; undefined until it has. */
    get pending(): PendingEntry | undefined;
    /** Set for a row that the ledger knew before. */
    set pending(entry: PendingEntry | undefined);
    /** True if the ledger has recorded that it is to be sent. */
    get isIntended(): boolean;
    get intent(): IntentRecord;
    /** No record that names a message is proved valid by its bytes. */
    get isUnattached(): boolean;
    recordedAs(row: number): void;
    writeIntent(to: ByteWriter): void;
    /** Makes the entry that the ledger is to record of it. */
    toPending(): PendingEntry;
    addLanded(to: Stamps): void;
    release(): void;
    /** The row as an item of its own, which needs no slab. */
    toItem(): Item;
}
/** The row with an index of a slab. Slabs keep their rows, because objects that live for some hundred milliseconds cost much. */
export declare function slabRow(slab: Slab, index: number, ordinal: number): SlabRow;
