import type { Plan } from '../../delivery/plan.ts';
import { type EntityName } from '../../input/entities/entity.ts';
import type { ChosenRows } from '../../input/sources/rows-at.ts';
import type { KnownRows } from './known-rows.ts';
/** Rules that rows are chosen by. */
export type RowChoiceRules = {
    readonly since?: string | undefined;
    /** The most rows of each entity; `Infinity`: no limit. */
    readonly limit: number;
    readonly conversation: NamedConversation | undefined;
    /** The users and groups that are there; undefined without a limit. */
    readonly known: KnownRows | undefined;
};
/**
 * Chooses rows of a plan, from the last entity to the first, so that what a chosen row refers to is chosen as well. With a
 * limit, a row is taken in file order if it keeps every entity within the limit; what is left of the limit is filled up in
 * file order. Memory: one bit for each row, and the keys of chosen users and groups, and of chosen
 * messages where rows are attached to messages.
 */
export declare class RowChoice {
    #private;
    constructor(plan: Plan, rules: RowChoiceRules, signal: AbortSignal);
    /** Reads the rows, and chooses. */
    make(): Promise<void>;
    /** Number of rows of an entity that are chosen. */
    count(entity: EntityName): number;
    /** The rows of a file of an entity that are chosen. */
    rowsOf(entity: EntityName, file: number): ChosenRows;
}
/** A conversation as a user names it, in lower case as ids are compared. */
type NamedConversation = {
    /** The groups that it can be. */
    readonly groups: ReadonlySet<string>;
    /** The pairs of users that it can be; both orders of a pair are the same. */
    readonly pairs: readonly (readonly [string, string])[];
};
/**
 * Reads the name of a conversation: a guid, two uids as `a,b`, the service's own `group_<guid>` or `<uid>_user_<uid>`, or as
 * `plan --conversations` lists it. Ids may contain `_user_`, so one name can be several conversations.
 */
export declare function namedConversation(text: string): NamedConversation;
export {};
