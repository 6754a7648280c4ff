import { apiKeyRoutes } from './api-keys.ts';
import { authTokenRoutes } from './auth-tokens.ts';
import { bannedUserRoutes } from './banned-users.ts';
import { blockedUserRoutes } from './blocked-users.ts';
import { callRoutes } from './calls.ts';
import { conversationRoutes } from './conversations.ts';
import { importRoutes } from './data-import.ts';
import { documentRoutes } from './documents.ts';
import { friendRoutes } from './friends.ts';
import { groupRoutes } from './groups.ts';
import { managementRoutes } from './management.ts';
import { memberRoutes } from './members.ts';
import { messageRoutes } from './messages.ts';
import { permissionRoutes } from './permissions.ts';
import { restrictedFeatureRoutes } from './restricted-features.ts';
import { roleRoutes } from './roles.ts';
import type { Route } from './route.ts';
import { userRoutes } from './users.ts';

const API: readonly Route[] = [
  ...importRoutes,
  ...userRoutes,
  ...authTokenRoutes,
  ...friendRoutes,
  ...blockedUserRoutes,
  ...groupRoutes,
  ...memberRoutes,
  ...bannedUserRoutes,
  ...messageRoutes,
  ...conversationRoutes,
  ...roleRoutes,
  ...permissionRoutes,
  ...restrictedFeatureRoutes,
  ...apiKeyRoutes,
  ...callRoutes,
  ...managementRoutes,
];

/** The whole API. A call exists exactly when it has a line in one of these tables. */
export const ROUTES: readonly Route[] = [...API, ...documentRoutes(API)];
