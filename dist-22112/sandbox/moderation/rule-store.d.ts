import type { Database } from '../storage/database.ts';
import type { Fields } from '../wire/validation.ts';
/** The JSON of a rule in an answer. */
export declare function ruleJson(rule: Rule, appId: string): string;
/** The newest revision of a rule. */
export declare function findRule(db: Database, id: string): Rule | undefined;
/** The newest revisions of the rules, in the order the rules were created. */
export declare function listRules(db: Database, limit: number): readonly Rule[];
/** The number of rules. */
export declare const countRules: (db: Database) => number;
/** The newest revisions of a rule, newest first. */
export declare function revisionsOf(db: Database, id: string, limit: number): readonly Rule[];
/** Stores a revision, which is then the active one. */
export declare function addRevision(db: Database, rule: Rule): void;
/** Removes a rule with all its revisions. */
export declare function removeRule(db: Database, id: string): void;
/** Condition of a rule: the part of a message that it looks at, and how. Members that only models use are kept and answered. */
export type Condition = Fields & {
    readonly id: number;
    readonly entity: string;
    readonly operand: string;
    readonly operator: string;
    readonly category: string;
    readonly value: readonly string[];
};
/** For which messages a rule is: those whose sender or receiver is as it says. */
export type RuleFilter = {
    readonly entity: 'user' | 'group';
    readonly operand: string;
    readonly operator: string;
    readonly value: string | readonly string[];
    readonly type: 'sender' | 'receiver';
};
/** One revision of a rule. */
export type Rule = {
    readonly id: string;
    readonly revision: number;
    readonly name: string;
    readonly enabled: boolean;
    readonly description: string | null;
    readonly action: readonly string[];
    readonly filters: readonly RuleFilter[];
    readonly conditions: readonly Condition[];
    readonly createdAt: number;
    readonly updatedAt: number;
    /** True if it is the newest revision. */
    readonly active: boolean;
};
/** The actions. A third one, which flags, exists, but its name is not published: any name with `flag` in it is taken. */
export declare const ACTION: RegExp;
/** True if the values of a condition are ids of lists. Sources name the member in two ways. */
export declare const namesLists: (condition: Condition) => boolean;
/** The name of a revision without the id of its app. */
export declare const revisionOf: ({ id, revision }: {
    readonly id: string;
    readonly revision: number;
}) => string;
/** A number that grows with each change of rules or lists; undefined before the first one. */
export declare function moderationVersion(db: Database): string | undefined;
/** Says that rules or lists have changed, so that what was made of them is made again. */
export declare function markChanged(db: Database): void;
