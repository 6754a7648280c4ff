import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { arrayOf, epoch, fields, flag, id, maybe, type ShapeOf, string, texts } from '../field.ts';
import type { Listing } from '../listing.ts';
import { type ModerationQuery, moderationList } from './review-list.ts';

const shape = fields({
  id,
  name: maybe(string),
  enabled: maybe(flag),
  description: maybe(string),
  action: maybe(texts),
  filters: maybe(arrayOf(fields({}))),
  conditions: maybe(arrayOf(fields({}))),
  /** True for the newest revision. */
  active: maybe(flag),
  /** True for a rule that the service provides. */
  default: maybe(flag),
  revisionId: maybe(string),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
});

/**
 * A rule of moderation.
 * @useDeclaredType
 */
export type ModerationRule = Readonly<ShapeOf<typeof shape>>;

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
  readonly operator:
    | 'equals'
    | 'notEquals'
    | 'in'
    | 'notIn'
    | 'startsWith'
    | 'endsWith'
    | 'lessThan'
    | 'greaterThan';
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
export const rules = (call: Caller) => ({
  create: (rule: NewRule, options?: AsApp): ApiPromise<ModerationRule> =>
    call.data(endpoints.createModerationRule, shape, { body: rule }, options),

  list: (query: ModerationQuery = {}, options?: AsApp): Listing<ModerationRule> =>
    moderationList(call, endpoints.listModerationRules, { shape, idOf: (row) => row.id, query, options }),

  get: (ruleId: string, options?: AsApp): ApiPromise<ModerationRule> =>
    call.data(endpoints.getModerationRule, shape, { params: { ruleId } }, options),

  /** Changes the given fields. Never retried automatically, because each change makes a new revision. */
  update: (ruleId: string, changes: RuleChanges, options?: AsApp): ApiPromise<ModerationRule> =>
    call.data(endpoints.updateModerationRule, shape, { params: { ruleId }, body: changes }, options),

  delete: (ruleId: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.deleteModerationRule, { params: { ruleId } }, options),

  /** Lists the revisions of a rule, newest first. */
  listRevisions: (ruleId: string, query: ModerationQuery = {}, options?: AsApp): Listing<ModerationRule> => {
    const idOf = (row: ModerationRule): string => row.revisionId ?? JSON.stringify(row);
    return moderationList(call, endpoints.listRuleRevisions, {
      shape,
      idOf,
      params: { ruleId },
      query,
      options,
    });
  },
});
