import type { Plan } from '../../delivery/plan.ts';
import { MessageFates } from '../../delivery/sending/message-fates.ts';
import type { Data, Entity, EntityName } from '../../input/entities/entity.ts';
import { type LedgerEntry } from '../../ledger/entry.ts';
import type { FieldMemory } from '../../ledger/field-digests.ts';
import { KnownKeys } from '../../ledger/known-keys.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Rename } from '../../report/result/rename-text.ts';
import type { SourceShape } from '../../state/last-sync.ts';
import type { Files } from '../../system/files.ts';
import type { Changes } from './changes.ts';
import type { DeletedRows } from './deleted/deleted-rows.ts';
import type { LateMessages } from './late-messages.ts';
import type { RecordHashReader, RecordHashWriter } from './records/record-hash-file.ts';
import type { SeenEntries } from './seen-entries.ts';
/** The memory that the last sync run has left of a step. */
type LastComparison = {
    /** The fields of its rows; undefined if nobody knows. */
    readonly fields: FieldMemory | undefined;
    /** The form of its sources. */
    readonly shape: readonly SourceShape[] | undefined;
    /** Opens the fingerprints of its records. */
    readonly open: () => RecordHashReader;
};
/** The things that the rows of a step are compared with. */
export type StepComparisonDeps = {
    readonly ledger: Ledger;
    readonly last: LastComparison;
    readonly plan: Plan;
    readonly keys: Readonly<Record<EntityName, KnownKeys>>;
    /** Writes the fingerprints of this sync. */
    readonly writer: RecordHashWriter;
    /** Path of a file that exists only during the comparison. */
    readonly keysFile: string;
    /** The keys of the messages that this sync run removes because they were deleted at the source. */
    readonly removedMessages: ReadonlySet<string>;
    readonly late: LateMessages;
    readonly returned: ReturnedUsers;
    /** The fate of messages; undefined if no row hangs on one, or not all of them are read. */
    readonly fates: MessageFates | undefined;
    readonly files: Files;
    readonly signal: AbortSignal;
};
/** The changes that a sync makes in one entity, and which rows of the ledger the sources have. */
export type ComparedStep = {
    readonly changes: Changes;
    readonly seen: SeenEntries;
    readonly deleted: DeletedRows;
    readonly renames: readonly Rename[];
    /** The facts that the next sync run is to remember of its sources; absent if its rows were not read. */
    readonly shape?: readonly SourceShape[];
};
/** The fate of the messages that other rows hang on; undefined if none does. */
export declare function fatesOf(plan: Plan, ledger: Ledger, folder: string, files: Files): MessageFates | undefined;
/**
 * The users who come back with a sync run, as far as reactions are concerned whose removal was refused because their user
 * did not reach the message: only then it is tried again.
 */
export declare class ReturnedUsers {
    #private;
    /** The reactions whose user comes back. */
    readonly rows: Set<number>;
    constructor(ledger: Ledger);
    /** Takes a row of any entity that is to be sent. */
    sent({ name }: Entity, data: Data, entry: LedgerEntry | undefined): void;
    /** The entry of a missing row as it is when the sync run has sent its rows. */
    entryOf({ name }: Entity, entry: LedgerEntry): LedgerEntry;
}
export {};
