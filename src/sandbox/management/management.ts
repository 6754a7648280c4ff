import type { ApiRoute } from '../app/route.ts';
import { appRoutes } from './apps.ts';
import { extensionRoutes } from './extensions.ts';
import { tenantRoutes } from './tenants.ts';
import { triggerRoutes } from './triggers.ts';
import { webhookRoutes } from './webhooks.ts';

/** The management calls. They take the headers `key` and `secret` instead of `apikey`. */
export const managementRoutes: readonly ApiRoute[] = [
  ...appRoutes,
  ...extensionRoutes,
  ...webhookRoutes,
  ...triggerRoutes,
  ...tenantRoutes,
];
