import type { StateStore } from './state-store.ts';
/** A state in memory, for a ledger that nobody keeps and for programs that store their state themselves. */
export declare function memoryState(): StateStore;
