import type { Entity } from '../../input/entities/entity.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { Numbered } from '../../input/sources/source.ts';
import { Facts, type WriteRoom, type WriteSink, type Written } from '../../prefilter/facts.ts';
import { type ProofSink, type ScreenThread, WasmScreen } from '../../prefilter/wasm/wasm-screen.ts';
import type { SlabFile, Slabs } from './slab.ts';
import { type SlabRow } from './slab-row.ts';
export type SlabBlocksDeps = SlabFile & {
    readonly entity: Entity;
    readonly mapping: Mapping;
    readonly carries: ReadonlySet<string>;
    /** Fields without which a row needs more than its own JSON in a request. */
    readonly needs: readonly string[];
    /** The key of the versions. */
    readonly sipKey: Buffer;
    /** True if a row fits those before it; then its key is recorded. */
    readonly fits: (facts: Facts, key: {
        readonly lo: number;
        readonly hi: number;
    }, content: number) => boolean;
    /** True if the content of rows is told apart by their versions, as in a sync. */
    readonly byVersion: boolean;
    readonly numbered?: Numbered | undefined;
    /** True if it is older than what the service keeps. */
    readonly isTooOld: (facts: Facts) => boolean;
};
/**
 * Writes thousands of records into slabs at once, as far as WebAssembly proves them valid. The others are checked as rows.
 */
export declare class SlabBlocks implements ProofSink, WriteSink {
    #private;
    readonly names: readonly string[];
    readonly screen: WasmScreen;
    constructor(deps: SlabBlocksDeps, thread: ScreenThread, slabs: Slabs, names: readonly string[], push: (row: SlabRow) => void);
    get writes(): WriteSink;
    plan(): ReturnType<ProofSink['plan']>;
    count(): void;
    room(): WriteRoom;
    wrote({ rows, text, log, records, recordsAt, words, firstWord }: Written): void;
    accept(index: number, row: number): boolean;
}
/** The screen of one run, made when it is first needed: its memory holds the blocks and the rules of one file at a time. */
export declare class RunScreen {
    #private;
    /** Undefined where WebAssembly cannot be had. */
    get thread(): ScreenThread | undefined;
    /** Leaves it to the next run. Only after all reading has ended: a run that stopped may still read into its memory. */
    leave(): void;
}
