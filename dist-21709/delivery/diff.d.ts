import type { Entity, EntityName, Item } from '../input/entities/entity.ts';
import type { Versions } from '../input/entities/row-version.ts';
import type { Outcome } from '../input/rows/outcome.ts';
import { type LedgerEntry } from '../ledger/entry.ts';
import type { FieldMemory } from '../ledger/field-digests.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Intent } from '../ledger/log/intent.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { InFlight } from './in-flight.ts';
import { type LineItem } from './rows/line-row.ts';
/** Things that items are compared with: the rows of their entity that the ledger knows to be in the service. */
export type DiffDeps = {
    readonly entity: Entity;
    /** Computes the versions of rows, as the ledger stores them. */
    readonly versions: Versions;
    /** The ledger's entry for a key; undefined if it certainly has none of the rows. */
    readonly find: ((key: string) => LedgerEntry | undefined) | undefined;
    /** Earlier fields of the rows, for the list of changes. */
    readonly fields?: FieldMemory | undefined;
    /** False for users whose call to create them takes no `deactivatedAt`. */
    readonly createsInactive: boolean;
    /**
     * Records rows before they are sent. A later process then knows that "already exists" may mean that we created the row,
     * and that its content in the service is unknown.
     */
    readonly recordIntent: (rows: readonly Intent[], seq: number) => void;
    /** Asks the service what it has in the fields that a row must not change; undefined if it does not tell. */
    readonly askFixed?: ((item: Item, entry: LedgerEntry) => Promise<Outcome | undefined>) | undefined;
};
/**
 * Items → items to send. A row that is already in the service unchanged, or that would change a field that cannot change,
 * is settled at once. The other items carry what is known about the row in the service. The ledger records the intent to
 * send a chunk before the chunk is passed on.
 */
export declare function diff(chunks: AsyncIterable<readonly LineItem[]>, window: InFlight, deps: DiffDeps): AsyncGenerator<readonly LineItem[]>;
type FinderDeps = {
    readonly ledger: Pick<Ledger, 'find'>;
    readonly sync?: {
        readonly hasRows: (entity: EntityName) => boolean;
    } | undefined;
    readonly checkpoint: Pick<Checkpoint, 'known'>;
    readonly again?: boolean;
};
/**
 * Finds what the ledger knows of the rows of an entity; undefined if it certainly knows none of them. Only a sync changes
 * rows that were there before us; another run finds its own.
 */
export declare function finderOf(name: EntityName, { ledger, sync, checkpoint, again }: FinderDeps): DiffDeps['find'];
export {};
