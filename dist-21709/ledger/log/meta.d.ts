import type { Observed } from '../../files/lock-holder.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { VersionDigest } from '../../input/entities/row-version.ts';
/** Knowledge of a ledger besides its rows. Each block of metadata has all of it. */
export type LedgerMeta = {
    /** A random id of the ledger. */
    readonly lineage: string;
    /** Random; part of the versions and fingerprints of rows. */
    readonly secret: string;
    /** Digest that makes the versions; absent in ledgers that began as one of 0.1.0: SHA-256. */
    readonly digest?: VersionDigest;
    /** When it was created, before anything was written to the target; epoch seconds. */
    readonly begun: number;
    /** Set until `begun` is in the time of the service: it was taken from the clock of this machine. */
    readonly ownClock?: true | undefined;
    /** Target that the rows are written to, as JSON. */
    readonly target?: string;
    /** Lineage of the checkpoint that was last written beside this ledger. */
    readonly checkpoint?: string;
    /** Place where the log ended when that lineage was recorded: rows that its run has sent are recorded after that. */
    readonly checkpointAt?: number;
    /** Since when rows with an unknown outcome may have been sent, epoch seconds. */
    readonly sending?: number;
    /** Set while `sending` is in the time of this machine: no answer had the time of the service yet. */
    readonly ownSending?: true | undefined;
    /** Set once a row was marked as leaving: until then, nobody needs to look for such rows. */
    readonly leaving?: true;
    /** The unfinished removal of all rows that we created, as JSON. */
    readonly removal?: string | undefined;
    /** The lineage that it had before it was brought up to date. */
    readonly was?: string;
    /** Id of the last others that were added to it. */
    readonly joined?: string;
    /** Entities with published fingerprints; `with sums`: in a file with checksums. */
    readonly published: Readonly<Partial<Record<EntityName, 'yes' | 'with sums'>>>;
    /** Place where the log says so: what is recorded of an entity after that has changed since. */
    readonly publishedAt?: Readonly<Partial<Record<EntityName, number>>>;
    /** Number of changes that there were when the fingerprints of each entity were published. */
    readonly publishedAs?: Readonly<Partial<Record<EntityName, number>>>;
    /** Entities in which every key is recorded once. */
    readonly keyed: readonly EntityName[];
    /** The process that writes, or that was killed while it did. */
    readonly writer?: Observed | undefined;
};
/** Properties that ledgers have in common whose entries can be compared with each other. */
export type LedgerKind = Pick<LedgerMeta, 'secret' | 'begun' | 'ownClock'> & {
    readonly digest?: VersionDigest | undefined;
};
export declare const encodeMeta: (meta: LedgerMeta) => Buffer;
export declare const decodeMeta: (payload: Buffer) => LedgerMeta;
