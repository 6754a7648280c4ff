import type { ApiRoute } from '../app/route.ts';
import { notificationLogRoute } from './notification-log.ts';
import { ofUserRoutes } from './of-user.ts';
import { preferenceRoutes } from './preferences.ts';
import { pushProviderRoutes, singleProviderRoutes } from './push-providers.ts';
import { pushTokenRoutes } from './push-tokens.ts';
import { settingRoutes } from './settings.ts';

/** The calls about notifications. What they set is kept and answered; the sandbox never notifies anybody. */
export const notificationRoutes: readonly ApiRoute[] = [
  ...settingRoutes,
  ...preferenceRoutes,
  ...ofUserRoutes,
  ...pushTokenRoutes,
  ...pushProviderRoutes,
  ...singleProviderRoutes,
  notificationLogRoute,
];
