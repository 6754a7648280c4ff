import type { ApiRoute } from '../app/route.ts';
import { messageChangingRoutes } from './message-changing.ts';
import { markRoutes } from './message-marks.ts';
import { readingRoutes } from './message-reading.ts';
import { sendingRoutes } from './message-sending.ts';
import { reactionRoutes } from './reactions.ts';
import { threadRoutes } from './threads.ts';

/** The calls about messages. */
export const messageRoutes: readonly ApiRoute[] = [
  ...sendingRoutes,
  ...readingRoutes,
  ...messageChangingRoutes,
  ...threadRoutes,
  ...reactionRoutes,
  ...markRoutes,
];
