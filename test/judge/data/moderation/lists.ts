import type { Resource, Step } from '../../entry.ts';
import { done } from '../../shapes.ts';

const META = { current: { limit: 'integer', count: 'integer' } } as const;

const words = { id: 'cities', name: 'Cities', category: 'word', searchTerms: 'paris,rome' } as const;

const KEYWORDS = {
  id: 'string',
  name: 'string',
  'description?': 'string',
  category: 'word|pattern|sentence-similarity',
  isCSV: 'boolean',
  searchTerms: ['string'],
  createdAt: 'seconds',
  updatedAt: 'seconds',
  revisionId: 'string',
  active: 'boolean',
  'default?': 'boolean',
} as const;

const listed: Step = { call: 'POST /moderation/keywords', form: words };
const keyword = { keywordId: 'cities' } as const;
const noKeyword = { keywordId: 'ERR_KEYWORD_NOT_FOUND' } as const;

const REASON = {
  id: 'string',
  name: 'string',
  'description?': 'string',
  createdAt: 'seconds|digits',
  updatedAt: 'seconds|digits',
  'default?': 'boolean',
} as const;

const reason = { id: 'raw', name: 'Raw content', description: 'Not filtered' } as const;
const reasoned: Step = { call: 'POST /moderation/reasons', body: reason };
const noReason = { id: 'ERR_REASON_NOT_FOUND' } as const;

const many = (step: Step, count: number): readonly Step[] =>
  Array.from({ length: count }, (_, n) => ({
    ...step,
    ...(step.form && { form: { ...step.form, id: `one-${n}` } }),
  }));

/** Lists of keywords, and reasons for flagging a message. */
export const moderationLists: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /moderation/keywords',
      source: 'N chat-api-create-rule-keyword',
      examples: [
        {
          form: words,
          answer: {
            data: {
              ...KEYWORDS,
              id: 'cities',
              category: 'word',
              isCSV: 'false',
              searchTerms: ['paris|rome'],
              active: 'true',
              revisionId: '~{}_cities_1',
            },
          },
        },
        {
          form: {
            id: 'codes',
            name: 'Codes',
            category: 'pattern',
            searchTerms: '[0-9]{4}',
            description: 'Of doors',
          },
          answer: { data: { ...KEYWORDS, category: 'pattern', description: 'Of doors' } },
        },
      ],
      refusals: [
        {
          form: { id: 'cities', name: 'Cities', searchTerms: 'paris' },
          code: 'ERR_BAD_REQUEST',
          source: 'U 4, category required',
        },
        { form: { ...words, category: 'other' }, code: 'ERR_BAD_REQUEST', source: 'U 4' },
        { form: { ...words, searchTerms: 'w'.repeat(101) }, code: 'ERR_BAD_REQUEST', source: 'MD' },
        {
          given: many(listed, 25),
          form: words,
          code: 'ERR_BAD_REQUEST|ERR_PLAN_QUOTA_RESTRICTION',
          source: 'MD, 25 in an app, code not published',
        },
      ],
    },
    {
      call: 'GET /moderation/keywords',
      source: 'N chat-api-list-rule-keywords',
      examples: [{ given: [listed], answer: { data: [KEYWORDS], meta: META } }],
    },
    {
      call: 'GET /moderation/keywords/{keywordId}',
      source: 'N chat-api-get-rule-keyword',
      unknown: noKeyword,
      examples: [{ given: [listed], path: keyword, answer: { data: { ...KEYWORDS, id: 'cities' } } }],
    },
    {
      call: 'PUT /moderation/keywords/{keywordId}',
      source: 'N chat-api-update-rule-keyword',
      unknown: noKeyword,
      examples: [
        {
          given: [listed],
          path: keyword,
          form: { ...words, searchTerms: 'oslo' },
          answer: { data: { ...KEYWORDS, searchTerms: ['oslo'] } },
        },
      ],
    },
    {
      call: 'DELETE /moderation/keywords/{keywordId}',
      source: 'N chat-api-delete-rule-keyword',
      unknown: noKeyword,
      examples: [
        {
          given: [listed],
          path: keyword,
          answer: done('Keyword with id cities has been deleted successfully.'),
        },
      ],
    },
    {
      call: 'POST /moderation/reasons',
      source: 'U 4',
      fields: { id: 'string', name: 'string', 'description?': 'string' },
      examples: [{ body: reason, answer: { data: { ...REASON, ...reason } } }],
    },
    {
      call: 'GET /moderation/reasons',
      source: 'N chat-api-list-reasons',
      slip: 'The times of the list are texts, those of a single reason numbers: either is taken.',
      examples: [{ given: [reasoned], answer: { data: [REASON], meta: META } }],
    },
    {
      call: 'GET /moderation/reasons/{id}',
      source: 'N chat-api-get-reasons-details',
      unknown: noReason,
      examples: [
        { given: [reasoned], path: { id: 'raw' }, answer: { data: { ...REASON, ...reason } } },
        { path: { id: 'spam' }, answer: { data: { ...REASON, id: 'spam', default: 'true' } } },
      ],
    },
    {
      call: 'PUT /moderation/reasons/{id}',
      source: 'N chat-api-update-reasons-details',
      fields: { name: 'string' },
      unknown: noReason,
      examples: [
        {
          given: [reasoned],
          path: { id: 'raw' },
          body: { name: 'Other' },
          answer: { data: { ...REASON, name: 'Other' } },
        },
      ],
    },
    {
      call: 'DELETE /moderation/reasons/{id}',
      source: 'N chat-api-delete-reason',
      slip: 'The answer has no `data` around it.',
      unknown: noReason,
      examples: [
        {
          given: [reasoned],
          path: { id: 'raw' },
          answer: { success: 'true', message: 'The reason with id raw has been deleted successfully.' },
        },
      ],
    },
  ],
};
