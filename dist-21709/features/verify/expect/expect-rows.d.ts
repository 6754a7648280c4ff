import type { DatabaseSync } from 'node:sqlite';
import { type Data, type Entity, type EntityName, type ReferredName } from '../../../input/entities/entity.ts';
import { type JudgeDeps } from '../../../input/rows/judge.ts';
import type { Source } from '../../../input/sources/source.ts';
import { type KeyIndex, type Stamp } from '../../../keys/key-index.ts';
import type { ExpectedRows } from './expected-rows.ts';
import { type FormRules } from './row-form.ts';
import type { ThreadRoots } from './thread-roots.ts';
/** One entity of the sources. */
export type SourceStep = Omit<JudgeDeps, 'keys'> & {
    readonly sources: readonly Source[];
    readonly comparison: FormRules;
};
/** Numbers of rows that are not expected in the service, by reason. */
type ExcludedCounts = Record<Exclusion, number>;
/** Counts over the sources of one entity. */
export type SourceCounts = {
    readonly excluded: ExcludedCounts;
    /** Values of expected rows that the API cannot carry, by field. */
    readonly notCarried: ReadonlyMap<string, number>;
};
/** State that is shared while the rows of all entities are read. */
export type ExpectDeps = {
    /** The keys of users and groups read so far. */
    readonly keys: Readonly<Record<ReferredName, KeyIndex>>;
    /** Receives the places of rows that are not expected. */
    readonly excluded: ExcludedRows;
    /** True if the conversation of each message is stored. */
    readonly withParts: boolean;
    /** Receives which messages replies answer. */
    readonly threads: ThreadRoots;
    readonly signal: AbortSignal;
};
/**
 * Reads the sources of one entity and stores the rows that the service must have. Rows are checked as in a run; rows
 * that a run would not write are not expected.
 */
export declare function expectRows(step: SourceStep, rows: ExpectedRows, { keys, excluded: places, withParts, threads, signal }: ExpectDeps): Promise<ExcludedCounts>;
/** Values of expected rows that the API cannot carry, by field; once for each key, as a run sends it once. */
export declare function notCarried(entity: Entity, rows: ExpectedRows): SourceCounts['notCarried'];
/** SQL condition: members who joined before their group was created, which the service refuses. */
export declare const JOINED_TOO_EARLY = "at > 0 AND at <= (SELECT g.at FROM expected_groups AS g WHERE g.key = expected_members.part AND g.content IS NOT NULL)";
/** SQL condition: rows attached to a message that the service need not have; they are never sent. */
export declare const WITHOUT_MESSAGE = "part NOT IN (SELECT m.key FROM expected_messages AS m WHERE m.content IS NOT NULL)";
/**
 * The id of a message's conversation; undefined if the message has no sender or receiver. Made from these two, because
 * services write the ids of conversations in more than one form.
 */
export declare function conversationName(message: Data): string | undefined;
/** The other form of such an id that services use. */
export declare const shortConversationName: (name: string) => string;
/** Why a row is not expected in the service; `expired`: it has landed, and is gone by its age. */
type Exclusion = 'rejected' | 'blocked' | 'skipped' | 'expired';
/** Place of a row in the sources; files from `FILE_UNKNOWN` on have the same number. */
type Place = Pick<Stamp, 'file' | 'line'>;
/** The rows in the sources that the pipeline's rules leave out, by place. */
export declare class ExcludedRows {
    #private;
    constructor(db: DatabaseSync);
    add(entity: EntityName, { file, line }: Place, why: Exclusion): void;
    isEmpty(entity: EntityName): boolean;
    has(entity: EntityName, { file, line }: Place): boolean;
    /** Takes out a row that has landed all the same; returns why it was left out, undefined if it was not. */
    remove(entity: EntityName, { file, line }: Place): Exclusion | undefined;
}
export {};
