import { apiKeyRoutes } from './account/api-keys.ts';
import { metricRoutes } from './account/metrics.ts';
import { permissionRoutes } from './account/permissions.ts';
import { restrictedFeatureRoutes } from './account/restricted-features.ts';
import { roleRoutes } from './account/roles.ts';
import { builtAgentRoutes } from './agents/built-agents.ts';
import { ownAgentRoutes } from './agents/own-agents.ts';
import type { ApiRoute } from './app/route.ts';
import { callRoutes } from './calls/calls.ts';
import { conversationRoutes } from './conversations/conversations.ts';
import { bannedUserRoutes } from './groups/banned-users.ts';
import { groupRoutes } from './groups/groups.ts';
import { memberRoutes } from './groups/members.ts';
import { importRoutes } from './import/data-import.ts';
import { managementRoutes } from './management/management.ts';
import { messageChangingRoutes } from './messages/message-changing.ts';
import { markRoutes } from './messages/message-marks.ts';
import { readingRoutes } from './messages/message-reading.ts';
import { sendingRoutes } from './messages/message-sending.ts';
import { reactionRoutes } from './messages/reactions.ts';
import { threadRoutes } from './messages/threads.ts';
import { keywordRoutes } from './moderation/keywords.ts';
import { reasonRoutes } from './moderation/reasons.ts';
import { ruleRoutes } from './moderation/rules.ts';
import { notificationRoutes } from './notifications/notifications.ts';
import { blockedMessageRoutes } from './review/blocked-messages.ts';
import { flaggedMessageRoutes } from './review/flagged-messages.ts';
import { moderationMessageRoutes } from './review/moderation-messages.ts';
import { documentRoutes } from './server/documents.ts';
import { authTokenRoutes } from './users/auth-tokens.ts';
import { blockedUserRoutes } from './users/blocked-users.ts';
import { friendRoutes } from './users/friends.ts';
import { userRoutes } from './users/users.ts';

const API: readonly ApiRoute[] = [
  ...importRoutes,
  ...userRoutes,
  ...authTokenRoutes,
  ...friendRoutes,
  ...blockedUserRoutes,
  ...groupRoutes,
  ...memberRoutes,
  ...bannedUserRoutes,
  ...sendingRoutes,
  ...readingRoutes,
  ...messageChangingRoutes,
  ...threadRoutes,
  ...reactionRoutes,
  ...markRoutes,
  ...conversationRoutes,
  ...ruleRoutes,
  ...keywordRoutes,
  ...reasonRoutes,
  ...blockedMessageRoutes,
  ...flaggedMessageRoutes,
  ...moderationMessageRoutes,
  ...roleRoutes,
  ...permissionRoutes,
  ...restrictedFeatureRoutes,
  ...apiKeyRoutes,
  ...callRoutes,
  ...metricRoutes,
  ...notificationRoutes,
  ...builtAgentRoutes,
  ...ownAgentRoutes,
  ...managementRoutes,
];

/** The whole API. A call exists if and only if one of these tables lists it. */
export const ROUTES: readonly ApiRoute[] = [...API, ...documentRoutes(API)];
