import { type EntityName } from '../../../input/entities/entity.ts';
import type { Answers, Question } from '../ask/answering.ts';
import { type Table } from '../files/tables.ts';
import type { UnreadFile } from '../files/walk.ts';
import type { DraftSource } from '../text/pipeline-text.ts';
/** The sources of a pipeline for some tables, and what is open. */
export type Drafted = {
    readonly sources: Readonly<Partial<Record<EntityName, readonly DraftSource[]>>>;
    /** Questions that are not answered, each once; the sources have the best answers, where there is one. */
    readonly questions: readonly Question[];
    readonly leftOut: readonly UnreadFile[];
    readonly chosen: Chosen;
};
/**
 * Drafts the sources: which table is what, how they refer to each other, what can be derived.
 * @param named entities whose files the user named
 */
export declare function draftSources(tables: readonly Table[], answers: Answers, named: ReadonlySet<string>): Drafted;
type Chosen = {
    readonly of: ReadonlyMap<EntityName, readonly Table[]>;
    /** Tables that may belong to messages. */
    readonly sides: readonly Table[];
    readonly leftOut: readonly UnreadFile[];
};
export {};
