import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import type { Listing } from '../listing.ts';
import { type ModerationQuery } from './review-list.ts';
declare const shape: z.ZodObject<{
    id: z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    enabled: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    action: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    filters: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodObject<{}, z.core.$loose>>>, z.ZodTransform<{
        [x: string]: unknown;
    }[] | undefined, {
        [x: string]: unknown;
    }[] | null>>>;
    conditions: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodObject<{}, z.core.$loose>>>, z.ZodTransform<{
        [x: string]: unknown;
    }[] | undefined, {
        [x: string]: unknown;
    }[] | null>>>;
    active: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    default: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    revisionId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A rule of moderation.
 * @useDeclaredType
 */
export type ModerationRule = Readonly<z.output<typeof shape>>;
/** A condition of a rule: the part of a message that it checks, and for what. */
export type RuleCondition = {
    readonly operand: 'text' | 'image' | 'video' | 'custom' | 'audio' | 'file';
    readonly operator: 'contains' | 'equals';
    readonly category: 'word' | 'pattern' | 'sentence-similarity' | 'toxicity' | 'custom-api';
    /**
     * Words or patterns; with `isKeywordsReferencePresent`, ids of keyword lists; for models, a text such as
     * `violence_greaterThan_30`.
     */
    readonly value?: readonly string[];
    readonly isKeywordsReferencePresent?: boolean;
    readonly [more: string]: unknown;
};
/** A filter that limits a rule to messages of some senders or receivers. */
export type RuleFilter = {
    readonly entity: 'user' | 'group';
    readonly type: 'sender' | 'receiver';
    /** Of users: uid, name, role, tags, createdAt. Of groups: guid, name, type, tags, createdAt. */
    readonly operand: string;
    readonly operator: 'equals' | 'notEquals' | 'in' | 'notIn' | 'startsWith' | 'endsWith' | 'lessThan' | 'greaterThan';
    readonly value: string | number | readonly string[];
};
export type RuleChanges = {
    readonly name?: string;
    readonly enabled?: boolean;
    readonly description?: string;
    /** `blockMessage` or `dropMessage`. The name of the action that flags a message is not published. */
    readonly action?: readonly string[];
    /** At most 10. */
    readonly filters?: readonly RuleFilter[];
    /** At most 10. */
    readonly conditions?: readonly RuleCondition[];
};
export type NewRule = RuleChanges & {
    readonly id: string;
    readonly name: string;
    readonly conditions: readonly RuleCondition[];
};
/** The rules of moderation; at most 25 besides the service's own. */
export declare const rules: (call: Caller) => {
    create: (rule: NewRule, options?: AsApp) => ApiPromise<ModerationRule>;
    list: (query?: ModerationQuery, options?: AsApp) => Listing<ModerationRule>;
    get: (ruleId: string, options?: AsApp) => ApiPromise<ModerationRule>;
    /** Changes the given fields. Never retried automatically, because each change makes a new revision. */
    update: (ruleId: string, changes: RuleChanges, options?: AsApp) => ApiPromise<ModerationRule>;
    delete: (ruleId: string, options?: AsApp) => ApiPromise<Acknowledgement>;
    /** Lists the revisions of a rule, newest first. */
    listRevisions: (ruleId: string, query?: ModerationQuery, options?: AsApp) => Listing<ModerationRule>;
};
export {};
