import type { ApiRoute } from '../app/route.ts';
import * as field from '../wire/field.ts';
import { exact, INTEGER, TEXT } from '../wire/json-schema.ts';
import { LIMITS } from '../wire/validation.ts';
import { appSettingRoutes } from './app-settings.ts';
import { appRoutes, createApp, PLAN, REGION_WORDS, managementRoute as route } from './apps.ts';
import { collaboratorRoutes } from './collaborators.ts';
import { extensionRoutes } from './extensions.ts';
import { triggerRoutes } from './triggers.ts';
import { webhookRoutes } from './webhooks.ts';

/** The call about tenants. */
const createTenant = route('POST /tenants', {
  summary: 'Create an app for a new customer. The customer itself, and its password, are not kept',
  login: 'basic',
  body: field.shape({
    name: field.requiredText(LIMITS.name),
    email: field.requiredText(LIMITS.description),
    password: field.requiredText(LIMITS.password),
    appName: field.requiredText(LIMITS.name),
    appRegion: field.requiredOneOf(REGION_WORDS),
    contactNumber: field.text(LIMITS.name),
    role: field.text(LIMITS.name),
    industry: field.text(LIMITS.name),
    technology: field.text(LIMITS.name),
  }),
  answers: {
    data: exact(
      {
        name: TEXT,
        email: TEXT,
        createdAt: INTEGER,
        app: { type: 'object', description: 'name, appId, region, authKey, apiKey, createdAt, plan' },
      },
      { contactNumber: TEXT },
    ),
  },
  answer: ({ apps, body }) => {
    const { name, email, contactNumber } = body;
    const { appId, name: appName, region, createdAt } = createApp(apps, body.appName, body.appRegion);
    const { keys } = apps.find(appId).app;
    const [authKey, apiKey] = [keys.first('authOnly'), keys.first('fullAccess')];
    return {
      data: JSON.stringify({
        name,
        email,
        createdAt,
        ...(contactNumber && { contactNumber }),
        app: { name: appName, appId, region, authKey, apiKey, createdAt, plan: PLAN },
      }),
    };
  },
});

/** The management calls. They take the headers `key` and `secret` instead of `apikey`. */
export const managementRoutes: readonly ApiRoute[] = [
  ...appRoutes,
  ...appSettingRoutes,
  ...collaboratorRoutes,
  ...extensionRoutes,
  ...webhookRoutes,
  ...triggerRoutes,
  createTenant,
];
