import type { PendingEntry } from '../pending-entry.ts';
import type { ByteWriter } from './bytes.ts';
/** A new row that writes its own record: millions of entries as objects would cost more than all else that is recorded. */
export interface IntentRecord {
    readonly key: string;
    /** Writes the record, as `encodeIntended` makes it of an entry. */
    writeIntent(to: ByteWriter): void;
    /** Called with the number that the row has got. */
    recordedAs(row: number): void;
}
/** Record of a row that is about to be sent. */
export type Intent = PendingEntry | IntentRecord;
export declare const isIntentRecord: (intent: Intent) => intent is IntentRecord;
