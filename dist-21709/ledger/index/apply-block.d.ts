import type { StatementSync } from 'node:sqlite';
import { type EntityName } from '../../input/entities/entity.ts';
import type { Block } from '../log/block.ts';
/** Gives a prepared statement; the same SQL is prepared only once. */
export type Prepare = (sql: string) => StatementSync;
/** Brings the tables of an index up to date with the blocks of a log, one after the other. */
export declare class BlockApplier {
    #private;
    /** @param published those of the blocks before */
    constructor(prepare: Prepare, published: ReadonlySet<EntityName>);
    get published(): ReadonlySet<EntityName>;
    apply(block: Block): void;
}
