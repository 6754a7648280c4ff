import { agentChecks } from './account/agents.ts';
import { apiKeyChecks } from './account/api-keys.ts';
import { callChecks } from './account/calls.ts';
import { dataImportChecks } from './account/data-import.ts';
import { managementChecks } from './account/management.ts';
import { metricChecks } from './account/metrics.ts';
import { roleChecks } from './account/roles.ts';
import { webhookChecks } from './account/webhooks.ts';
import type { Check } from './check.ts';
import { banChecks } from './groups/bans.ts';
import { groupRuleChecks } from './groups/group-rules.ts';
import { groupChecks } from './groups/groups.ts';
import { memberChecks } from './groups/members.ts';
import { conversationChecks } from './messages/conversations.ts';
import { markChecks } from './messages/marks.ts';
import { messageSearchChecks } from './messages/message-search.ts';
import { messageChecks } from './messages/messages.ts';
import { quoteAndPinChecks } from './messages/quotes-and-pins.ts';
import { reactionChecks } from './messages/reactions.ts';
import { receiptChecks } from './messages/receipts.ts';
import { threadChecks } from './messages/threads.ts';
import { moderationChecks } from './moderation/moderation.ts';
import { appNotificationChecks } from './notifications/app-notifications.ts';
import { userNotificationChecks } from './notifications/user-notifications.ts';
import { limitChecks } from './protocol/limits.ts';
import { paginationChecks } from './protocol/pagination.ts';
import { protocolChecks } from './protocol/protocol.ts';
import { authTokenChecks } from './users/auth-tokens.ts';
import { blockChecks } from './users/blocks.ts';
import { friendChecks } from './users/friends.ts';
import { userChecks } from './users/users.ts';

/** Every check of the suite: first the behaviour that all calls share, then each resource. */
export const conformanceChecks: readonly Check[] = [
  ...protocolChecks,
  ...userChecks,
  ...authTokenChecks,
  ...groupChecks,
  ...groupRuleChecks,
  ...memberChecks,
  ...banChecks,
  ...friendChecks,
  ...blockChecks,
  ...roleChecks,
  ...apiKeyChecks,
  ...messageChecks,
  ...messageSearchChecks,
  ...threadChecks,
  ...reactionChecks,
  ...markChecks,
  ...conversationChecks,
  ...quoteAndPinChecks,
  ...receiptChecks,
  ...moderationChecks,
  ...limitChecks,
  ...paginationChecks,
  ...dataImportChecks,
  ...metricChecks,
  ...callChecks,
  ...managementChecks,
  ...webhookChecks,
  ...appNotificationChecks,
  ...userNotificationChecks,
  ...agentChecks,
];
