/** Memory that two threads and WebAssembly share. */
export type SharedMemory = {
    readonly buffer: SharedArrayBuffer;
};
/** The exports of assembly/screen.ts; indices are addresses in the memory. */
export type ScreenExports = {
    useMemory(masks: number, urlSafe: number, idClass: number, scratch: number, cells: number): void;
    useFormat(format: number): void;
    useCsv(delimiter: number, columns: number): void;
    useRows(columns: number): void;
    useJson(names: number, columns: number, isArray: boolean): void;
    usePlan(checks: number, count: number, lost: number, tally: number, columns: number): void;
    useTables(users: number, usersMask: number, groups: number, groupsMask: number, members: number, membersMask: number): void;
    useWriter(plan: number, checks: number): void;
    useRoom(text: number, textEnd: number, textBase: number, log: number, logEnd: number, logBase: number): void;
    /** After `screen`: where what was written ends. */
    readonly text: {
        readonly value: number;
    };
    readonly log: {
        readonly value: number;
    };
    /** @param written where the rows of what is written go; not used if nothing is */
    screen(from: number, bound: number, rows: number, rowsMax: number, written: number): number;
    guess(from: number, bound: number): number;
    missingDay(): number;
    /** The place where the last screening has stopped. */
    readonly next: {
        readonly value: number;
    };
};
/** A compiled module. */
export type CompiledScreen = object;
/** The compiled module; undefined where WebAssembly cannot be had: then every record is checked as a row. */
export declare function compiledScreen(): CompiledScreen | undefined;
/** New memory; undefined if there is not as much. */
export declare function sharedMemory(bytes: number): SharedMemory | undefined;
/** An instance for one thread. */
export declare function screenIn(compiled: CompiledScreen, memory: SharedMemory): ScreenExports;
