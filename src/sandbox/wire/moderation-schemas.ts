import { exact, type ResourceName, ref } from './answer-schema.ts';
import type { JsonSchema } from './field.ts';

const text: JsonSchema = { type: 'string' };
const seconds: JsonSchema = { type: 'integer', description: 'Unix seconds' };
const flag: JsonSchema = { type: 'boolean' };
const anyObject: JsonSchema = { type: 'object' };
const texts: JsonSchema = { type: 'array', items: text };
const objects: JsonSchema = { type: 'array', items: anyObject };

/** Why and when a message was blocked or reviewed. Without a rule, a moderator decided about a flagged message. */
const DECIDED = {
  ruleId: text,
  ruleName: text,
  revisionId: text,
  condition: anyObject,
  message: ref('Message'),
  action: texts,
  status: { type: 'string', enum: ['disapproved', 'approved', 'rejected'] },
  createdAt: seconds,
  updatedAt: seconds,
};

type Name = Extract<
  ResourceName,
  'BlockedMessage' | 'FlaggedMessage' | 'FlagReason' | 'KeywordList' | 'ModerationRule' | 'ReviewedMessage'
>;

/** The resources of moderation, by name. */
export const MODERATION_SCHEMAS: Readonly<Record<Name, JsonSchema>> = {
  BlockedMessage: exact(['message', 'createdAt', 'updatedAt'], DECIDED),
  FlaggedMessage: {
    type: 'object',
    description: 'a message with who has flagged it and why',
    properties: {
      id: { type: ['string', 'integer'] },
      appId: text,
      flaggedBy: objects,
      flaggedCount: { type: 'integer' },
    },
    required: ['id', 'appId', 'flaggedBy', 'flaggedCount'],
  },
  FlagReason: exact(['id', 'name', 'createdAt', 'updatedAt'], {
    id: text,
    name: text,
    description: text,
    default: flag,
    createdAt: seconds,
    updatedAt: seconds,
  }),
  KeywordList: exact(['id', 'category', 'isCSV', 'searchTerms', 'createdAt', 'revisionId', 'active'], {
    id: text,
    name: text,
    description: text,
    category: { type: 'string', enum: ['word', 'pattern', 'sentence-similarity'] },
    isCSV: flag,
    searchTerms: texts,
    createdAt: seconds,
    updatedAt: seconds,
    revisionId: text,
    active: flag,
  }),
  ModerationRule: exact(
    [
      'id',
      'name',
      'enabled',
      'action',
      'filters',
      'conditions',
      'active',
      'createdAt',
      'updatedAt',
      'revisionId',
    ],
    {
      id: text,
      name: text,
      enabled: flag,
      description: text,
      action: texts,
      filters: objects,
      conditions: objects,
      active: flag,
      createdAt: seconds,
      updatedAt: seconds,
      revisionId: text,
    },
  ),
  ReviewedMessage: exact(['message', 'blockedAt', 'appId', 'updatedAt'], {
    ...DECIDED,
    blockedAt: { type: 'string', pattern: '^[0-9]{1,15}$', description: 'Unix seconds' },
    appId: text,
  }),
};
