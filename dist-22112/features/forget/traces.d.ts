import type { Plan } from '../../delivery/plan.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Files } from '../../system/files.ts';
/** The marks by which a person is found in what is kept. */
export type Traces = {
    /** The uid in lower case. */
    readonly uid: string;
    /** The names of the person in text: the uid, and the cells that it was made of. */
    readonly names: Set<string>;
    /** Keys of messages that the person has sent or received. */
    readonly messages: Set<string>;
};
/** The traces that the uid alone gives. */
export declare const tracesOf: (uid: string) => Traces;
/**
 * Adds what the sources say: the keys of the person's messages, and the cells that the uid is made of.
 * @throws RunError `SOURCE.*`
 */
export declare function addFromSources({ steps }: Plan, traces: Traces, signal: AbortSignal): Promise<void>;
/** Adds the ids of the sources that became the uid, as `id-map.csv` has them. */
export declare function addFromIdMap(path: string, traces: Traces, files: Files): Promise<void>;
/** True if a row of the ledger is about the person. */
export declare function isRowOf(entity: EntityName, { key, conversation }: LedgerEntry, traces: Traces): boolean;
/** A test of bytes, each read as one character, for what names the person, by itself or in the key of a member or conversation. */
export declare function nameTest({ names }: Traces): (text: string) => boolean;
/** The same for files that are no text, where any byte can stand beside a name. */
export declare function bytesTest({ names }: Traces): (text: string) => boolean;
