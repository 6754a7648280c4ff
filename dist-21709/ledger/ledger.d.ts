import { type EntityName } from '../input/entities/entity.ts';
import { type Versions } from '../input/entities/row-version.ts';
import type { System } from '../system/system.ts';
import { AcceptedRows, type Settling } from './accepted-rows.ts';
import type { LedgerClaim } from './claim.ts';
import { type AcknowledgedEntry, type EntryOrigin, type LedgerEntry } from './entry.ts';
import type { LedgerPlace } from './ledger-place.ts';
import type { Intent } from './log/intent.ts';
import type { LedgerLog, LogEnd } from './log/ledger-log.ts';
import type { LedgerMeta } from './log/meta.ts';
import type { CreatedRow } from './log/records.ts';
import { type StampAge } from './log/stamp.ts';
import type { LedgerMark, OngoingRemoval } from './marks.ts';
/**
 * A record of the pipeline's rows in the service, by entity and key, with the version that the service last acknowledged. Its
 * log is the truth: what is written survives a kill at once, and a power cut after `sync`. An index answers what is asked by
 * key, and is made from the log when it is needed. One process uses it at a time (the lock of the state).
 */
export declare class Ledger implements Disposable {
    #private;
    /** Computes versions that can be compared with those in this ledger. */
    readonly versions: Versions;
    /** The accepted rows that no checkpoint claims yet. */
    readonly accepted: AcceptedRows;
    readonly times: LedgerTimes;
    /**
     * @param place where it is kept; created if it does not exist
     * @param target where the rows are written to; not checked if absent
     * @param claims what the ledger held when checkpoints were saved: a long log is read from there on
     * @throws RunError `STATE.TARGET_CHANGED`, `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
     */
    constructor(place: LedgerPlace, system: System, target?: Readonly<Record<string, string>>, claims?: readonly LedgerClaim[]);
    /** Random; the key of fingerprints that are stored outside the ledger. */
    get secret(): string;
    /** A random id of this ledger. */
    get lineage(): string;
    /** Part of it that survives a power cut. */
    get synced(): LogEnd;
    /** Resolves once all that is recorded survives a power cut; rejects with `STATE.UNWRITABLE`, then for ever. */
    sync(): Promise<void>;
    /** Place where the log ends that has all that must survive it before a request is sent: intents and marks. */
    get intentsEnd(): number;
    /** The same for what comes before a place, by default for all that must survive it before a request is sent. */
    intentsSynced(end?: number): Promise<void>;
    /** Reads all of it. @throws RunError `STATE.CORRUPT` with the place of the damage */
    check(): void;
    /** Makes the index some rows at a time: the first question makes it at once, and holds all else up. */
    indexed(): Promise<void>;
    /** The entry of a key; undefined if there is none. */
    find(entity: EntityName, key: string): LedgerEntry | undefined;
    /** True if the service has acknowledged a row with this key. */
    hasAcknowledged(entity: EntityName, key: string): boolean;
    /** The keys of all rows that the service has acknowledged. */
    acknowledgedKeys(entity: EntityName): Generator<string>;
    /**
     * Keeps one entry for each key from now on; a run that started over may have recorded a row again. Done only when it is
     * needed, because until then a row is recorded without a look at the others.
     */
    indexByKey(entity: EntityName): void;
    /**
     * Records rows before they are sent; wait for `intentsSynced` before that. A row without a number gets one, and may be in
     * the service from now on. Of others, the content in the service is unknown from now on.
     */
    recordIntent(entity: EntityName, rows: readonly Intent[]): void;
    /**
     * Records rows that the service has acknowledged. Keeps who created a row, and its id if known. Only a power cut undoes it.
     * @param settling the rows of a run that it counts with this: a later process takes them from `accepted`
     * @returns the rows' numbers, in order
     * @throws RunError `STATE.UNWRITABLE`
     */
    acknowledge(entity: EntityName, rows: readonly AcknowledgedEntry[], settling?: Settling): number[];
    /**
     * The same for rows that the service has created as they were recorded before.
     * @param lineage that of the run that counts them with this; undefined if none does
     */
    acknowledgeCreated(entity: EntityName, rows: readonly CreatedRow[], lineage: string | undefined): void;
    /** Records a change of state of rows; their content is not touched. */
    mark(entity: EntityName, rows: readonly number[], mark: LedgerMark): void;
    /** The keys of groups or users whose removal had begun when a process ended. */
    leavingKeys(entity: 'groups' | 'users'): string[];
    /** Makes rows uncertain that go with groups and users (keys), without those of before us: they never count as ours. */
    markDependentsUncertain(groups: readonly string[], users: readonly string[]): void;
    /** Deletes every row, as if nothing was ever sent. */
    clear(): void;
    /** The numbers of rows that have changed since `publish`. */
    changedSincePublished(entity: EntityName): number[];
    /** Stores fingerprints of all rows by `keep`. It records first that they exist, so rows that change after a kill are recorded. */
    publish(entity: EntityName, keep: () => void): Promise<void>;
    /** Stamp of fingerprints that are published now. */
    get stamp(): string;
    /** Age of fingerprints of an entity with a stamp, compared with what was last published. */
    ageOf(entity: EntityName, stamp: string | undefined): StampAge;
    /** True if the published fingerprints of an entity are in a file with checksums; older ones are not. */
    isPublishedWithSums(entity: EntityName): boolean;
    /** Lineage of the checkpoint that was last written beside this ledger. */
    get checkpoint(): string | undefined;
    set checkpoint(lineage: string);
    /** The unfinished removal of all rows that we created; undefined if there is none. */
    get removal(): OngoingRemoval | undefined;
    /** Records that the removal of all rows that we created has begun; `undefined` records that it is done. */
    set removal(ongoing: OngoingRemoval | undefined);
    /** Makes what is recorded of our rows uncertain, with another lineage, if it has or had the claimed one and ends whole. */
    reopen(claimed: string, lineage: string): boolean;
    /** Increases with every change that makes plans stale. */
    get serial(): number;
    /** True if no row was ever recorded. */
    get isEmpty(): boolean;
    /** Counts the rows of an entity that the ledger has, of all origins or of one. */
    count(entity: EntityName, origin?: EntryOrigin): number;
    /** The largest row number ever used; 0 if there is none. */
    lastRow(entity: EntityName): number;
    /** All rows of an entity, latest first. Rows may be deleted while they are read. */
    latestFirst(entity: EntityName): Generator<LedgerEntry>;
    /** The rows of an entity whose user did not reach them when they were to be removed. */
    unreached(entity: EntityName): readonly LedgerEntry[];
    /** The replies that were sent to a message, by its key. */
    repliesTo(key: string): readonly LedgerEntry[];
    /** The rows in ranges of row numbers, each with its first and last number. */
    within(entity: EntityName, ranges: Iterable<readonly [number, number]>): Generator<LedgerEntry>;
    /** Closes its files; what was written survives a power cut from then on. */
    [Symbol.dispose](): void;
}
/** The times that a ledger keeps, epoch seconds of the service's clock: what it says of its rows is compared with them. */
declare class LedgerTimes {
    #private;
    /** @param write appends metadata to the log */
    constructor(log: Pick<LedgerLog, 'meta'>, write: (meta: Partial<LedgerMeta>) => void);
    /** When it was created, before anything was written. */
    get begunAt(): number;
    /** Since when rows with an unknown outcome may have been sent; if none is stored, when the ledger was created. */
    get uncertainSince(): number;
    /**
     * Stores `uncertainSince` until it is called without such rows.
     * @param isAnyUncertain whether such rows exist; if not, the time is `nowMs`
     */
    beginSending(nowMs: number, isAnyUncertain: boolean): void;
    /** Corrects what was taken from the clock of this machine, once that of the service is known, `skewS` seconds ahead. */
    correct(skewS: number): void;
}
export {};
