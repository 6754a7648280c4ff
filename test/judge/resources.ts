import { agents } from './data/agents.ts';
import { apiKeys } from './data/api-keys.ts';
import { authTokens } from './data/auth-tokens.ts';
import { calls } from './data/calls.ts';
import { conversations } from './data/conversations.ts';
import { dataImport } from './data/data-import.ts';
import { groups } from './data/groups.ts';
import { apps } from './data/management/apps.ts';
import { extensions } from './data/management/extensions.ts';
import { webhooks } from './data/management/webhooks.ts';
import { members } from './data/members.ts';
import { messageImport } from './data/message-import.ts';
import { messageMarks } from './data/message-marks.ts';
import { messages } from './data/messages.ts';
import { metrics } from './data/metrics.ts';
import { moderationLists } from './data/moderation/lists.ts';
import { moderatedMessages } from './data/moderation/messages.ts';
import { moderationRules } from './data/moderation/rules.ts';
import { notificationContact } from './data/notifications/contact.ts';
import { notificationProviders } from './data/notifications/providers.ts';
import { pushTokens } from './data/notifications/push-tokens.ts';
import { notificationSettings } from './data/notifications/settings.ts';
import { permissions } from './data/permissions.ts';
import { receipts } from './data/receipts.ts';
import { relations } from './data/relations.ts';
import { roles } from './data/roles.ts';
import { sending } from './data/sending.ts';
import { threadsAndReactions } from './data/threads-and-reactions.ts';
import { users } from './data/users.ts';
import type { Resource } from './entry.ts';
/** Everything that was read, by resource. */
export const RESOURCES: Readonly<Record<string, Resource>> = {
  users,
  authTokens,
  groups,
  members,
  relations,
  sending,
  messages,
  threadsAndReactions,
  messageMarks,
  conversations,
  receipts,
  roles,
  permissions,
  apiKeys,
  dataImport,
  messageImport,
  metrics,
  calls,
  apps,
  extensions,
  webhooks,
  moderationRules,
  moderationLists,
  moderatedMessages,
  notificationSettings,
  notificationContact,
  pushTokens,
  notificationProviders,
  agents,
};
