import type { Resource, Step } from '../../entry.ts';
import { done } from '../../shapes.ts';

const META = { current: { limit: 'integer', count: 'integer' } } as const;

const condition = {
  id: 1,
  isKeywordsReferencePresent: false,
  isMediaPresent: false,
  entity: 'message',
  operand: 'text',
  category: 'word',
  operator: 'contains',
  value: ['paris'],
} as const;

const rule = {
  id: 'no-paris',
  name: 'No Paris',
  enabled: true,
  description: 'Keeps a word out',
  action: ['blockMessage'],
  conditions: [condition],
} as const;

const RULE = {
  id: 'string',
  name: 'string',
  'description?': 'string',
  enabled: 'boolean',
  'filters?': ['object'],
  conditions: [
    {
      id: 'integer',
      entity: 'message',
      operand: 'text|image|video|custom|audio|file',
      'operator?': 'contains|equals',
      category: 'word|pattern|sentence-similarity|toxicity|custom-api',
      'value?': ['string'],
    },
  ],
  action: ['string'],
  active: 'boolean',
  createdAt: 'seconds',
  updatedAt: 'seconds',
  revisionId: 'string',
  'default?': 'boolean',
} as const;

const created: Step = { call: 'POST /moderation/rules', body: rule };
const path = { ruleId: 'no-paris' } as const;
const unknown = { ruleId: 'ERR_RULE_NOT_FOUND' } as const;

const many = (step: Step, count: number): readonly Step[] =>
  Array.from({ length: count }, (_, n) => ({
    ...step,
    ...(step.body && { body: { ...step.body, id: `one-${n}` } }),
  }));

/** Rules of moderation. */
export const moderationRules: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /moderation/rules',
      source: 'U 4',
      fields: {
        id: 'string',
        name: 'string',
        'enabled?': 'boolean',
        'description?': 'string',
        'action?': ['string'],
        'filters?': ['object'],
        'conditions?': ['object'],
      },
      examples: [
        {
          body: rule,
          answer: {
            data: {
              ...RULE,
              id: 'no-paris',
              enabled: 'true',
              active: 'true',
              revisionId: '~{}_no-paris_1',
              action: ['blockMessage'],
            },
          },
        },
        {
          body: {
            ...rule,
            filters: [{ type: 'sender', entity: 'user', operand: 'uid', operator: 'equals', value: 'ann' }],
            conditions: [
              {
                id: 1,
                entity: 'message',
                operand: 'image',
                operator: 'contains',
                category: 'word',
                isKeywordReferencePresent: false,
                isMediaPresent: true,
                value: 'violence_greaterThan_30',
              },
            ],
          },
          answer: {
            data: { ...RULE, conditions: [{ operand: 'image', value: ['violence_greaterThan_30'] }] },
          },
        },
        {
          body: {
            ...rule,
            filters: [
              { entity: 'user', operand: 'role', operator: 'in', value: ['default'], type: 'sender' },
            ],
            conditions: [{ ...condition, category: 'pattern', value: ['[0-9]{4}'] }],
          },
          answer: { data: { ...RULE, filters: ['object'] } },
        },
      ],
      refusals: [
        { body: { ...rule, id: 'no paris' }, code: 'ERR_BAD_REQUEST', source: 'MD' },
        { body: { ...rule, id: 'r'.repeat(101) }, code: 'ERR_BAD_REQUEST', source: 'MD' },
        { body: { ...rule, name: 'r'.repeat(101) }, code: 'ERR_BAD_REQUEST', source: 'MD' },
        { body: { ...rule, description: 'r'.repeat(256) }, code: 'ERR_BAD_REQUEST', source: 'MD' },
        {
          body: { ...rule, conditions: Array.from({ length: 11 }, (_, n) => ({ ...condition, id: n + 1 })) },
          code: 'ERR_BAD_REQUEST',
          source: 'MD',
        },
        {
          body: { ...rule, conditions: [{ ...condition, category: 'pattern', value: ['.*'] }] },
          code: 'ERR_BAD_REQUEST',
          source: 'MD, greedy',
        },
        {
          given: many(created, 25),
          body: rule,
          code: 'ERR_BAD_REQUEST|ERR_PLAN_QUOTA_RESTRICTION',
          source: 'MD, 25 in an app, code not published',
        },
      ],
    },
    {
      call: 'GET /moderation/rules',
      source: 'U 4',
      examples: [
        { given: [created], answer: { data: [RULE], meta: META } },
        { given: [created], query: { limit: 1 }, count: 1, answer: { data: [RULE], meta: META } },
      ],
    },
    {
      call: 'GET /moderation/rules/{ruleId}',
      source: 'U 4',
      slip: 'The example answers a list of keywords; a rule is expected (U 4).',
      unknown,
      examples: [{ given: [created], path, answer: { data: { ...RULE, id: 'no-paris' } } }],
    },
    {
      call: 'PUT /moderation/rules/{ruleId}',
      source: 'U 4',
      fields: {
        'id?': 'string',
        'name?': 'string',
        'enabled?': 'boolean',
        'description?': 'string',
        'action?': ['string'],
        'filters?': ['object'],
        'conditions?': ['object'],
      },
      unknown,
      examples: [
        {
          given: [created],
          path,
          body: { ...rule, name: 'Less Paris', enabled: false },
          answer: { data: { ...RULE, name: 'Less Paris', enabled: 'false', revisionId: '~{}_no-paris_2' } },
        },
      ],
    },
    {
      call: 'DELETE /moderation/rules/{ruleId}',
      source: 'N chat-api-delete-rule',
      unknown,
      examples: [
        { given: [created], path, answer: done('Rule with id no-paris has been deleted successfully.') },
      ],
    },
    {
      call: 'GET /moderation/rules/{ruleId}/revisions',
      source: 'N chat-api-list-rule-revisions',
      unknown,
      examples: [
        {
          given: [
            created,
            { call: 'PUT /moderation/rules/{ruleId}', path, body: { ...rule, name: 'Less Paris' } },
          ],
          path,
          count: 2,
          answer: { data: [{ ...RULE, id: 'no-paris' }], meta: META },
        },
      ],
    },
  ],
};
