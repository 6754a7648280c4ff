import { accountChecks } from './account.ts';
import { apiKeyChecks } from './api-keys.ts';
import { authTokenChecks } from './auth-tokens.ts';
import { banChecks } from './bans.ts';
import { blockChecks } from './blocks.ts';
import type { Check } from './check.ts';
import { conversationChecks } from './conversations.ts';
import { dataImportChecks } from './data-import.ts';
import { friendChecks } from './friends.ts';
import { groupRuleChecks } from './group-rules.ts';
import { groupChecks } from './groups.ts';
import { limitChecks } from './limits.ts';
import { markChecks } from './marks.ts';
import { memberChecks } from './members.ts';
import { messageSearchChecks } from './message-search.ts';
import { messageChecks } from './messages.ts';
import { paginationChecks } from './pagination.ts';
import { protocolChecks } from './protocol.ts';
import { reactionChecks } from './reactions.ts';
import { receiptChecks } from './receipts.ts';
import { roleChecks } from './roles.ts';
import { threadChecks } from './threads.ts';
import { userChecks } from './users.ts';

/** Every check of the suite: what all calls have in common first, then resource by resource. */
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
  ...receiptChecks,
  ...limitChecks,
  ...paginationChecks,
  ...dataImportChecks,
  ...accountChecks,
];
