import type { Check, CheckContext } from '../check.ts';
import { isTime, must, refused, same } from '../expect.ts';
import { allOf, columnOf, firstOf, newUids, ownId, reads, removeLater, say, writes } from '../rows.ts';

type Rules = CheckContext['service']['moderation']['rules'];

/** A rule of this check that is only for messages of one sender, so that no others are judged by it. */
function newRule(context: CheckContext, label: string, sender: string, word: string) {
  const { rules } = context.service.moderation;
  const id = ownId(context, label, (own) => rules.delete(own));
  const rule: Parameters<Rules['create']>[0] = {
    id,
    name: 'Conformance',
    enabled: true,
    action: ['blockMessage'],
    filters: [{ entity: 'user', type: 'sender', operand: 'uid', operator: 'equals', value: sender }],
    conditions: [{ operand: 'text', operator: 'contains', category: 'word', value: [word] }],
  };
  return rules.create(rule);
}

/** Number of times, and the pause between them, that a check asks for a decision: moderation may take a while. */
const TRIES = 20;
const WAIT_MS = 500;

async function decisionOn(
  read: () => Promise<{ data?: { moderation?: { status?: string | undefined } | undefined } | undefined }>,
): Promise<string | undefined> {
  for (let tries = 0; ; tries++) {
    const status = (await read()).data?.moderation?.status;
    if (status !== 'pending' || tries === TRIES) return status;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}

const idOf = (message: { readonly id: string } | undefined): string | undefined => message?.id;

/** Rules of moderation, lists, reasons, and what is blocked and flagged. */
export const moderationChecks: readonly Check[] = [
  reads(
    'what moderation holds is listed, and each rule, list and reason can be read',
    [
      'listModerationRules',
      'getModerationRule',
      'listRuleRevisions',
      'listKeywords',
      'getKeywords',
      'listFlagReasons',
      'getFlagReason',
    ],
    async ({ service: { moderation }, id }) => {
      for (const rule of await firstOf(moderation.rules.list(), 3)) {
        same((await moderation.rules.get(rule.id)).id, rule.id, 'the rule by its id');
        must(
          (await firstOf(moderation.rules.listRevisions(rule.id), 1)).length > 0,
          `the rule ${rule.id} has no revision`,
        );
      }
      for (const list of await firstOf(moderation.keywords.list(), 3))
        same((await moderation.keywords.get(list.id)).id, list.id, 'the list by its id');
      for (const reason of await firstOf(moderation.reasons.list(), 3))
        same((await moderation.reasons.get(reason.id)).id, reason.id, 'the reason by its id');
      await refused(moderation.rules.get(id('none')), 'ERR_RULE_NOT_FOUND');
      await refused(allOf(moderation.rules.listRevisions(id('none'))), 'ERR_RULE_NOT_FOUND');
      await refused(moderation.keywords.get(id('none')), 'ERR_KEYWORD_NOT_FOUND');
      await refused(moderation.reasons.get(id('none')), 'ERR_REASON_NOT_FOUND');
    },
  ),

  reads(
    'blocked, flagged, reviewed and judged messages are listed',
    [
      'listBlockedMessages',
      'listFlaggedMessages',
      'listReviewedMessages',
      'listModerationMessages',
      'getModerationMessage',
    ],
    async ({ service: { moderation } }) => {
      for (const { message, createdAt } of await firstOf(moderation.blockedMessages.list(), 3)) {
        must(message?.id, 'a blocked message without its message');
        must(createdAt === undefined || isTime(createdAt), 'createdAt is no time in seconds');
      }
      for (const { flaggedBy = [] } of await firstOf(moderation.flaggedMessages.list(), 3))
        must(flaggedBy.length > 0, 'a flagged message that nobody has flagged');
      await firstOf(moderation.reviewedMessages.list(), 3);
      for (const { id } of await firstOf(moderation.messages.list(), 3))
        same((await moderation.messages.get(id)).id, id, 'the judged message by its id');
      await refused(moderation.messages.get('999999999999999'), 'ERR_MESSAGE_ID_NOT_FOUND');
    },
  ),

  writes(
    'a rule is created, changed with a new revision, and removed',
    [
      'createModerationRule',
      'updateModerationRule',
      'listRuleRevisions',
      'deleteModerationRule',
      'getModerationRule',
    ],
    async (context) => {
      const { rules } = context.service.moderation;
      const [ann = ''] = await newUids(context, 'ann');
      const { id, conditions = [] } = await newRule(context, 'rule', ann, 'darn');
      same(conditions[0]?.['value'], ['darn'], 'the values of the condition');
      same((await rules.update(id, { name: 'Changed' })).name, 'Changed', 'the changed name');
      const revisions = await allOf(rules.listRevisions(id));
      same(
        [revisions[0]?.name, revisions.length],
        ['Changed', 2],
        'the newest revision, and how many there are',
      );
      same(
        revisions.map(({ active }) => active),
        [true, false],
        'only the newest revision is active',
      );
      await rules.delete(id);
      await refused(rules.get(id), 'ERR_RULE_NOT_FOUND');
    },
  ),

  writes(
    'a list of keywords is created as a form, changed and removed; greedy patterns are refused',
    ['createKeywords', 'getKeywords', 'updateKeywords', 'deleteKeywords'],
    async (context) => {
      const { keywords } = context.service.moderation;
      const newList = (label: string) => ownId(context, label, (own) => keywords.delete(own));
      const id = newList('list');
      const made = await keywords.create({
        id,
        name: 'Conformance',
        category: 'word',
        searchTerms: ['darn', 'heck'],
      });
      same(made.searchTerms, ['darn', 'heck'], 'the terms');
      await keywords.update(id, { name: 'Changed', category: 'word', searchTerms: ['fie'] });
      same((await keywords.get(id)).searchTerms, ['fie'], 'the changed terms');
      await keywords.delete(id);
      await refused(keywords.get(id), 'ERR_KEYWORD_NOT_FOUND');
      const greedy = { id: newList('greedy'), name: 'Conformance', category: 'pattern' } as const;
      await refused(keywords.create({ ...greedy, searchTerms: ['.*'] }), 'ERR_BAD_REQUEST');
    },
  ),

  writes(
    'a message that breaks a rule is blocked, reviewed, and then reaches its receiver',
    [
      'createModerationRule',
      'sendMessage',
      'listBlockedMessages',
      'reviewBlockedMessage',
      'listReviewedMessages',
    ],
    async (context) => {
      const { messages, moderation } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      await newRule(context, 'block', ann, 'darn');
      const { id } = await say(context, ann, bob, 'oh darn');
      same(await decisionOn(() => messages.get(id)), 'disapproved', 'the status');
      const seen = () => columnOf(messages.listByUser(ann, {}, { onBehalfOf: bob }), 'id');
      must(!(await seen()).includes(id), 'the receiver sees the blocked message');
      const blocked = await columnOf(moderation.blockedMessages.list(), 'message');
      must(blocked.map(idOf).includes(id), 'it is not among the blocked messages');
      await moderation.blockedMessages.review(id, { status: 'approved' });
      same(await decisionOn(() => messages.get(id)), 'approved', 'the status after the review');
      must((await seen()).includes(id), 'the receiver does not see the approved message');
      const reviewed = await columnOf(moderation.reviewedMessages.list(), 'message');
      must(reviewed.map(idOf).includes(id), 'it is not among the reviewed messages');
    },
  ),

  writes(
    'a message is flagged with a reason of one’s own, and a moderator decides',
    [
      'createFlagReason',
      'updateFlagReason',
      'deleteFlagReason',
      'flagMessage',
      'listFlaggedMessages',
      'reviewFlaggedMessage',
    ],
    async (context) => {
      const { messages, moderation } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const reasonId = ownId(context, 'reason', (own) => moderation.reasons.delete(own));
      await moderation.reasons.create({ id: reasonId, name: 'Conformance' });
      same(
        (await moderation.reasons.update(reasonId, { name: 'Changed' })).name,
        'Changed',
        'the changed name',
      );
      const { id } = await say(context, ann, bob, 'not nice');
      await refused(
        messages.flag(id, { reasonId: context.id('none') }, { onBehalfOf: bob }),
        'ERR_REASON_NOT_FOUND',
      );
      await messages.flag(id, { reasonId }, { onBehalfOf: bob });
      const flagged = (await allOf(moderation.flaggedMessages.list())).find((one) => one.id === id);
      same(
        flagged?.flaggedBy?.map(({ uid }) => uid),
        [bob],
        'who has flagged it',
      );
      await moderation.flaggedMessages.review(id, 'approved');
      const left = await columnOf(moderation.flaggedMessages.list(), 'id');
      must(!left.includes(id), 'it is still flagged');
      await moderation.reasons.delete(reasonId);
      await refused(moderation.reasons.get(reasonId), 'ERR_REASON_NOT_FOUND');
    },
  ),

  writes(
    'a message is judged without being sent, changed and judged again, and removed',
    ['createModerationMessage', 'getModerationMessage', 'updateModerationMessage', 'deleteModerationMessage'],
    async (context) => {
      const { messages } = context.service.moderation;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      await newRule(context, 'judge', ann, 'darn');
      const text = { sender: ann, receiver: bob, receiverType: 'user', type: 'text' } as const;
      const { id } = await messages.create({ ...text, data: { text: 'oh darn' } });
      removeLater(context, () => messages.delete(id));
      same(await decisionOn(() => messages.get(id)), 'disapproved', 'the status');
      await messages.update(id, { text: 'how nice' });
      same(await decisionOn(() => messages.get(id)), 'approved', 'the status after a change');
      await messages.delete(id);
      await refused(messages.get(id), 'ERR_MESSAGE_ID_NOT_FOUND');
    },
  ),
];
