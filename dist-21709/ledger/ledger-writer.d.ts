import { type EntityName } from '../input/entities/entity.ts';
import type { Machine } from '../system/machine.ts';
import { type Settling, type SettlingCreated } from './accepted-rows.ts';
import type { AcknowledgedEntry } from './entry.ts';
import type { BlockContent } from './log/block.ts';
import { type Intent } from './log/intent.ts';
import type { LedgerLog } from './log/ledger-log.ts';
import type { LedgerMeta } from './log/meta.ts';
import { type CreatedRow } from './log/records.ts';
import { type LedgerMark } from './marks.ts';
type Change = {
    readonly meta?: Partial<LedgerMeta>;
    readonly isChange?: boolean;
    readonly last?: number;
};
/** Writes what a ledger records as blocks of its log. */
export declare class LedgerWriter {
    #private;
    /** @param rowOf the number of the row that is recorded with a key */
    constructor(log: LedgerLog, machine: Machine, rowOf: (entity: EntityName, key: string) => number | undefined);
    get intentsEnd(): number;
    /** Appends a block of an entity, or only metadata; returns where the block begins. */
    append(contents: readonly BlockContent[], { meta, isChange, last }?: Change): readonly number[];
    recordIntent(entity: EntityName, pending: readonly Intent[]): void;
    /** @returns the rows' numbers, and where the block begins that has the outcomes of the run */
    acknowledge(entity: EntityName, entries: readonly AcknowledgedEntry[], settling: Settling | undefined): {
        readonly numbers: number[];
        readonly at: number;
    };
    /** @returns where the block begins */
    acknowledgeCreated(entity: EntityName, rows: readonly CreatedRow[], settling: SettlingCreated | undefined): number;
    mark(entity: EntityName, rows: readonly number[], mark: LedgerMark): void;
    markDependentsUncertain(groups: readonly string[], users: readonly string[]): void;
    key(entity: EntityName): void;
    published(entity: EntityName): void;
    /** Records that this process writes no more, so that another one may while this one is still there, and closes the log. */
    close(): void;
    /** Deletes every row. */
    clear(): void;
    /** Makes what is recorded of our rows uncertain, and gives the ledger a new lineage. */
    reopen(meta: Pick<LedgerMeta, 'lineage' | 'was'>): void;
}
export {};
