import { conversationRoutes } from './conversations.ts';
import { importRoutes } from './data-import.ts';
import { groupRoutes } from './groups.ts';
import { memberRoutes } from './members.ts';
import { messageRoutes } from './messages.ts';
import { roleRoutes } from './roles.ts';
import type { Route } from './route.ts';
import { userRoutes } from './users.ts';

/** The whole API. A call exists exactly when it has a line in one of these tables. */
export const ROUTES: readonly Route[] = [
  ...importRoutes,
  ...userRoutes,
  ...groupRoutes,
  ...memberRoutes,
  ...messageRoutes,
  ...conversationRoutes,
  ...roleRoutes,
];
