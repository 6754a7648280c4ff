import { by, type CallCase, text } from './call-case.ts';

const condition = { operand: 'text', operator: 'contains', category: 'word', value: ['x'] } as const;
const rule = { id: 'r', name: 'R', conditions: [condition] };

/** Calls about moderation. */
export const moderationCases: readonly CallCase[] = [
  ['createModerationRule', (s) => s.moderation.rules.create(rule), '/moderation/rules', rule],
  ['listModerationRules', (s) => s.moderation.rules.list(), '/moderation/rules'],
  ['getModerationRule', (s) => s.moderation.rules.get('a b'), '/moderation/rules/a%20b'],
  [
    'updateModerationRule',
    (s) => s.moderation.rules.update('r', { enabled: false }),
    '/moderation/rules/r',
    { enabled: false },
  ],
  ['deleteModerationRule', (s) => s.moderation.rules.delete('r'), '/moderation/rules/r'],
  ['listRuleRevisions', (s) => s.moderation.rules.listRevisions('r'), '/moderation/rules/r/revisions'],
  [
    'createKeywords',
    (s) =>
      s.moderation.keywords.create({ id: 'k', name: 'K "1"', category: 'word', searchTerms: ['a', 'ü'] }),
    '/moderation/keywords',
    { id: 'k', name: 'K "1"', category: 'word', searchTerms: 'a,ü' },
  ],
  [
    'createKeywords',
    (s) => s.moderation.keywords.create({ id: 'k', name: 'K', category: 'pattern', file: 'a\r\nb\n--x' }),
    '/moderation/keywords',
    { id: 'k', name: 'K', category: 'pattern', file: 'a\r\nb\n--x' },
  ],
  ['listKeywords', (s) => s.moderation.keywords.list(), '/moderation/keywords'],
  ['getKeywords', (s) => s.moderation.keywords.get('k'), '/moderation/keywords/k'],
  [
    'updateKeywords',
    (s) =>
      s.moderation.keywords.update('k', {
        category: 'sentence-similarity',
        disallowedSentences: ['a, b', 'c'],
      }),
    '/moderation/keywords/k',
    { category: 'sentence-similarity', disallowedSentences: ['a, b', 'c'] },
  ],
  ['deleteKeywords', (s) => s.moderation.keywords.delete('k'), '/moderation/keywords/k'],
  [
    'createFlagReason',
    (s) => s.moderation.reasons.create({ id: 'r', name: 'R' }),
    '/moderation/reasons',
    { id: 'r', name: 'R' },
  ],
  ['listFlagReasons', (s) => s.moderation.reasons.list(), '/moderation/reasons'],
  ['getFlagReason', (s) => s.moderation.reasons.get('r'), '/moderation/reasons/r'],
  [
    'updateFlagReason',
    (s) => s.moderation.reasons.update('r', { name: 'S' }),
    '/moderation/reasons/r',
    { name: 'S' },
  ],
  ['deleteFlagReason', (s) => s.moderation.reasons.delete('r'), '/moderation/reasons/r'],
  [
    'flagMessage',
    (s) => s.messages.flag('7', { reasonId: 'spam', remark: 'Look' }, by),
    '/messages/7/flagged',
    { id: 'spam', reasonId: 'spam', remark: 'Look' },
    'ann',
  ],
  ['listFlaggedMessages', (s) => s.moderation.flaggedMessages.list(), '/moderation/flagged-messages'],
  [
    'reviewFlaggedMessage',
    (s) => s.moderation.flaggedMessages.review('7', 'disapproved'),
    '/moderation/flagged-messages/7',
    { status: 'disapproved' },
  ],
  ['listBlockedMessages', (s) => s.moderation.blockedMessages.list(), '/moderation/blocked-messages'],
  [
    'reviewBlockedMessage',
    (s) => s.moderation.blockedMessages.review('7', { status: 'approved' }),
    '/moderation/blocked-messages/7',
    { status: 'approved', reviewed: true },
  ],
  ['listReviewedMessages', (s) => s.moderation.reviewedMessages.list(), '/moderation/reviewed-messages'],
  [
    'createModerationMessage',
    (s) => s.moderation.messages.create({ ...text, sender: 'ann' }),
    '/moderation/messages',
    { ...text, sender: 'ann' },
  ],
  ['listModerationMessages', (s) => s.moderation.messages.list(), '/moderation/messages'],
  ['getModerationMessage', (s) => s.moderation.messages.get('7'), '/moderation/messages/7'],
  [
    'updateModerationMessage',
    (s) => s.moderation.messages.update('7', { text: 'x' }),
    '/moderation/messages/7',
    { data: { text: 'x' } },
  ],
  ['deleteModerationMessage', (s) => s.moderation.messages.delete('7'), '/moderation/messages/7'],
];
