import type { Where } from '../errors/run-error.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { Policies } from '../input/entities/policies.ts';
/** Rules of pipeline files for an export, and which of their entities it has rows of. */
/** Policies for parts of an export that have no counterpart in the service. The first of each is the default. */
export declare const exportPolicyValues: {
    readonly self: readonly ['group', 'drop'];
    readonly bots: readonly ['user', 'skip'];
    readonly sender: readonly ['placeholder', 'shared', 'drop', 'fail'];
    readonly system: readonly ['drop', 'text'];
    readonly topics: readonly ['tag', 'group', 'thread'];
    readonly markup: readonly ['convert', 'raw', 'plain'];
    readonly long: readonly ['split', 'reject'];
    readonly attachments: readonly ['url', 'text-link', 'drop'];
    readonly deleted: readonly ['drop', 'placeholder'];
};
type Values = typeof exportPolicyValues;
export type ExportPolicies = {
    readonly [name in keyof Values]: Values[name][number];
};
export declare const DEFAULT_EXPORT_POLICIES: ExportPolicies;
/** All policies that decide what an export becomes. */
export type AllPolicies = Policies & ExportPolicies;
export declare const conversationTypes: readonly ['public', 'private', 'direct'];
export type ConversationType = (typeof conversationTypes)[number];
/** Conversations and users that are named of an export: ids, names and e-mails, exact or with `*`. */
export type ChoiceSide = {
    readonly conversations?: readonly string[] | undefined;
    readonly users?: readonly string[] | undefined;
    readonly types?: readonly ConversationType[] | undefined;
};
/** Which part of an export a pipeline takes. */
export type ChoiceRules = {
    readonly include?: ChoiceSide | undefined;
    readonly exclude?: ChoiceSide | undefined;
    /** Times as pipelines write them: messages from `since` on, before `until`. */
    readonly since?: string | undefined;
    readonly until?: string | undefined;
};
/** An id for the user of an export who has an e-mail or a name, as a file says it. */
export type PersonId = {
    readonly by: 'email' | 'name';
    readonly source: string;
    readonly id: string;
    readonly where: Where;
};
/** The entities that an export gives rows of. */
export declare const exportedNames: readonly ['users', 'groups', 'members', 'messages', 'reactions', 'pins'];
export type ExportedName = (typeof exportedNames)[number];
export declare const isExportedName: (name: EntityName) => name is ExportedName;
/** The fields of each of them with ids of the old system, which become legal ones when the rows are read. */
export declare const ID_FIELDS: Readonly<Record<ExportedName, readonly string[]>>;
export {};
