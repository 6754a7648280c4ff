import { callRoutes } from './calls.ts';
import { conversationRoutes } from './conversations.ts';
import { importRoutes } from './data-import.ts';
import { documentRoutes } from './documents.ts';
import { groupRoutes } from './groups.ts';
import { managementRoutes } from './management.ts';
import { memberRoutes } from './members.ts';
import { messageRoutes } from './messages.ts';
import { roleRoutes } from './roles.ts';
import type { Route } from './route.ts';
import { userRoutes } from './users.ts';

const API: readonly Route[] = [
  ...importRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...memberRoutes,
  ...messageRoutes,
  ...conversationRoutes,
  ...roleRoutes,
  ...callRoutes,
  ...managementRoutes,
];

/** The whole API. A call exists exactly when it has a line in one of these tables. */
export const ROUTES: readonly Route[] = [...API, ...documentRoutes(API)];
