import { readFileSync } from 'node:fs';

/** Memory that two threads and WebAssembly share. */
export type SharedMemory = { readonly buffer: SharedArrayBuffer };

/** The exports of assembly/screen.ts; indices are addresses in the memory. */
export type ScreenExports = {
  useMemory(masks: number, urlSafe: number, idClass: number, scratch: number, cells: number): void;
  useFormat(format: number): void;
  useCsv(delimiter: number, columns: number): void;
  useRows(columns: number): void;
  useJson(names: number, columns: number, isArray: boolean): void;
  usePlan(checks: number, count: number, lost: number, tally: number, columns: number): void;
  useTables(
    users: number,
    userBuckets: number,
    groups: number,
    groupBuckets: number,
    members: number,
    memberBuckets: number,
  ): void;
  /** @param keyBlocks how many blocks of keys there are */
  useAccountRooms(days: number, heads: number, tables: number, keys: number, keyBlocks: number): void;
  /** Times, in epoch seconds: of the first and the last ordinary message, and before which messages are too old. */
  useAccount(from: number, until: number, before: number): void;
  /** Accounts for ordinary messages; returns the address of the first row that is none. */
  account(
    first: number,
    row: number,
    last: number,
    line: number,
    byte: number,
    file: number,
    hasGroupMessages: boolean,
  ): number;
  useWriter(plan: number, checks: number): void;
  useRoom(
    text: number,
    textEnd: number,
    textBase: number,
    log: number,
    logEnd: number,
    logBase: number,
  ): void;
  /** After `screen`: where what was written ends. */
  readonly text: { readonly value: number };
  readonly log: { readonly value: number };
  /** @param written where the rows of what is written go; not used if nothing is */
  screen(from: number, bound: number, rows: number, rowsMax: number, written: number): number;
  guess(from: number, bound: number): number;
  missingDay(): number;
  /** The place where the last screening has stopped. */
  readonly next: { readonly value: number };
};

/** A compiled module. */
export type CompiledScreen = object;

type Engine = {
  readonly Module: new (bytes: Uint8Array) => CompiledScreen;
  readonly Instance: new (compiled: CompiledScreen, imports: object) => { readonly exports: object };
  readonly Memory: new (size: { initial: number; maximum: number; shared: boolean }) => SharedMemory;
};

const PAGE_BYTES = 65_536;
/** As the module declares it. */
const PAGES_MAX = 65_536;

/** The engine of the platform; TypeScript knows that of browsers only. */
const { WebAssembly: engine } = globalThis as unknown as { readonly WebAssembly?: Engine };

/** The compiled module; undefined where WebAssembly cannot be had: then every record is checked as a row. */
export function compiledScreen(): CompiledScreen | undefined {
  try {
    return engine && new engine.Module(readFileSync(new URL('./screen.wasm', import.meta.url)));
  } catch {
    return undefined;
  }
}

/** New memory; undefined if there is not as much. */
export function sharedMemory(bytes: number): SharedMemory | undefined {
  try {
    const initial = Math.ceil(bytes / PAGE_BYTES);
    return engine && new engine.Memory({ initial, maximum: PAGES_MAX, shared: true });
  } catch {
    return undefined;
  }
}

/** An instance for one thread. */
export function screenIn(compiled: CompiledScreen, memory: SharedMemory): ScreenExports {
  const { Instance } = engine as Engine;
  const { exports } = new Instance(compiled, {
    env: {
      memory,
      abort: () => {
        throw new Error('the screen was called wrongly');
      },
    },
  });
  return exports as ScreenExports;
}
