import type { EntityName } from '../../input/entities/entity.ts';
import type { BlockPlace, BlockScreen, Bounds, RecordShape } from '../../input/rows/record.ts';
import { type Facts, type WriteSink } from '../facts.ts';
import type { Rule } from '../rules.ts';
import { type Areas } from './areas.ts';
import { type KnownKeyTables } from './calls.ts';
import { type ScreenExports } from './engine.ts';
import { ReadAhead } from './read-ahead.ts';
import type { WriteRules } from './write-plan.ts';
/** A thread that screens records in blocks. */
export type ScreenThread = {
    readonly areas: Areas;
    readonly exports: ScreenExports;
    /** Reads blocks of large files, with the other threads if there are any. */
    readonly ahead: ReadAhead;
};
/**
 * Compiles the screen and gives it memory; undefined where that cannot be had.
 * @param threads how many screen records, this one included
 * @param blockBytes how much one thread alone reads at once
 */
export declare function openThread(threads: number, blockBytes?: number): ScreenThread | undefined;
/** The receiver of proved records. */
export interface ProofSink {
    /** The names of the columns, in the order of a record's cells; more may be added between two records. */
    readonly names: readonly string[];
    /** The rules for these columns; undefined if no record can be proved. */
    plan(): ScreenPlan | undefined;
    /**
     * Takes the record of the current facts; false if it does not fit the rows before it.
     * @param index its place among those that were proved together
     * @param row its number in the file
     */
    accept(index: number, row: number): boolean;
    /**
     * Takes many records at once, the first of which follows the one before it: absent where there is no quick way.
     * @param row the first word of its facts
     * @param last the end of those of the last record
     * @returns the first word of the first record that `accept` has to take, or that does not follow the one before it
     */
    readonly acceptMany?: ((row: number, last: number) => number) | undefined;
    /** Gets the counts of proved records, TALLY_WORDS for each column; not called for records that are written. */
    count(records: number, tally: Uint32Array): void;
    /** The sink to which proved records are written; absent if they are not. */
    readonly writes?: WriteSink;
}
/** The rules of a file's records. */
type ScreenPlan = {
    readonly entity: EntityName;
    readonly rules: readonly Rule[];
    readonly carries: ReadonlySet<string>;
    /** Set if records are written. */
    readonly write?: WriteRules;
    /** Keys to which the records may refer; those of a record that it knows are marked as IS_KNOWN. */
    readonly known?: KnownKeyTables | undefined;
};
/** Proves the records of one file with WebAssembly, thousands at once. */
export declare class WasmScreen implements BlockScreen {
    #private;
    readonly room: Buffer;
    isCounted: boolean;
    hasSeenAll: boolean;
    readonly ahead: ReadAhead;
    constructor({ areas, exports, ahead }: ScreenThread, facts: Facts, sink: ProofSink);
    freeBefore({ buffer }: Buffer): number;
    isText(bytes: Buffer, end: number): boolean;
    begins(shape: RecordShape, file: number): boolean;
    /** True if each record ends with a line: not so in an array. */
    get isInLines(): boolean;
    proves(bytes: Buffer, { at, byte }: BlockPlace, bound: number): number;
    takes(from: number, { at, line, row: rowsBefore }: BlockPlace): number;
    beginOf(index: number): number;
    endOf(index: number): number;
    lineAfter(index: number): number;
    /** The cells of the record of the current facts. */
    bounds(): Bounds | undefined;
}
/** A set of fingerprints: the first two words of the entries of some tables; an entry of two zeros is free. */
export type Keys = {
    readonly size: number;
    readonly tables: readonly Uint32Array[];
    /** Words of one entry. */
    readonly words: number;
    /** True if an entry counts. */
    readonly counts: (table: Uint32Array, at: number) => boolean;
};
/**
 * Writes keys into the memory of the screen.
 * Of `members`, the fingerprints are those of groups and users together; undefined if senders need not be members.
 * @returns undefined if there is no room for them: then the screen knows none
 */
export declare function writeKnownKeys({ areas }: ScreenThread, { users, groups, members, }: Readonly<Record<'users' | 'groups', Keys>> & {
    readonly members: Keys | undefined;
}): KnownKeyTables | undefined;
export {};
