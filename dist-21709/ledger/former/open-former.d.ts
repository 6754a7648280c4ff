import { type EntityName } from '../../input/entities/entity.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import type { LedgerPlace } from '../ledger-place.ts';
import { type FormerHead, type FormerLine } from './former-lines.ts';
import type { FieldChange, FormerField, FormerRow, Held } from './former-row.ts';
/** Ends what was kept for one change. */
export type KeptChange = {
    /** Takes back what a refused change has not made: what has these values later is not ours. */
    readonly withdraw: (isMade: (field: string) => boolean) => void;
    /** Takes back the values that fields have only between its calls, once all of these are done. */
    readonly done?: () => void;
};
/** The log of former values while it is open, and its rows. */
export declare class OpenFormer {
    #private;
    readonly index: FormerIndex;
    changes: number;
    constructor(place: LedgerPlace, { files, random }: Pick<System, 'files' | 'random'>);
    keep(row: Omit<FormerRow, 'fields'>, changes: readonly FieldChange[]): Promise<KeptChange | undefined>;
    /** True if the calls of a change that gives a field a value in between may have been ended by the end of a process. */
    isHalfway({ wrote }: FormerField): boolean;
    /** Appends a line, if there is one; resolves once all that was written before survives a power cut. */
    write(line: Omit<FormerLine, 'synced'> | undefined): Promise<void>;
    settle(entity: EntityName, key: string): void;
    digest(held: Held): string;
    close(): void;
}
/** Writes a log in the place of the one that is there, unless it would be empty; returns its length. */
export declare function writeAnew({ state, name }: LedgerPlace, records: Iterable<FormerHead | Omit<FormerLine, 'synced'>>): number;
/** The rows of a log of former values by key, in a file that is made of the log and deleted on disposal. */
declare class FormerIndex implements Disposable {
    #private;
    constructor(path: string, files: Files);
    find(entity: EntityName, key: string): FormerRow | undefined;
    put(row: FormerRow): void;
    delete(entity: EntityName, key: string): void;
    /** The rows of an entity by their keys; they may be deleted meanwhile. */
    of(entity: EntityName): Generator<FormerRow>;
    get size(): number;
    [Symbol.dispose](): void;
}
export {};
