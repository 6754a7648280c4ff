import type { AppEntry, Apps, OpenApp } from '../app/apps.ts';
import { type ApiRoute, acknowledgement, type Call, routeOf } from '../app/route.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { exact, FLAG, INTEGER } from '../wire/json-schema.ts';
import { jsonMap, jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { pageOfWhole } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { LIMITS } from '../wire/validation.ts';

/** Declares a management call. */
export const managementRoute = routeOf({ base: 'management', tag: 'Management' });

/** The regions of the service. */
export const REGION_WORDS = ['us', 'eu', 'in'] as const;

/** Documented for the free plan. Apps of `--apps` may be more. */
const APPS_MAX = 10;

/** The app that the path names. */
export function appInPath({ apps, params }: Pick<Call, 'apps' | 'params'>): OpenApp {
  return apps.find((params['appId'] ?? '').toLowerCase());
}

/** Creates an app unless there are too many. */
export function createApp(apps: Apps, name: string, region: string): AppEntry {
  if (apps.list().length < APPS_MAX) return apps.create(name, region);
  throw new ApiError('ERR_PLAN_QUOTA_RESTRICTION', `An account may not have more than ${APPS_MAX} apps.`);
}

/** The calls about apps. */
export const appRoutes: readonly ApiRoute[] = [
  managementRoute('POST /apps', {
    summary: 'Create an app with keys of its own. No sample data is ever added',
    body: field.shape({
      name: field.requiredText(LIMITS.name),
      region: field.requiredOneOf(REGION_WORDS),
      version: field.oneOf(['3']),
      skipSampleData: field.flag,
    }),
    answers: one('App'),
    answer: ({ apps, body }) => {
      const entry = createApp(apps, body.name, body.region);
      return { data: appJson(entry, apps.find(entry.appId)) };
    },
  }),
  managementRoute('GET /apps', {
    summary: 'List the apps, oldest first, by a text in their id or name',
    query: { ...param.PAGE, searchKey: param.search },
    answers: paged('App'),
    answer: ({ apps, query }) => {
      const wanted = query.searchKey?.toLowerCase() ?? '';
      const found = apps
        .list()
        .filter(({ appId, name }) => appId.includes(wanted) || name.toLowerCase().includes(wanted));
      return pageOfWhole(found, query, (entry) => appJson(entry, apps.find(entry.appId)));
    },
  }),
  managementRoute('DELETE /apps/{appId}', {
    summary: 'Delete an app with its data, keys and webhooks, at once. The first app cannot be deleted',
    answers: { data: exact({ success: FLAG, scheduledToDeleteAt: INTEGER }) },
    answer: (call) => {
      const { app, apps, params } = call;
      apps.remove((params['appId'] ?? '').toLowerCase());
      return { data: JSON.stringify({ success: true, scheduledToDeleteAt: app.now() }) };
    },
  }),
  managementRoute('POST /apps/{appId}/usage', {
    summary: 'Ask for a report of the usage. The service sends it by e-mail; the sandbox sends none',
    body: field.shape({ usePreviousBillingCycle: field.flag }),
    answers: one('Acknowledgement'),
    answer: (call) => {
      appInPath(call);
      return acknowledgement('The usage report has been requested successfully.');
    },
  }),
];

/** The plan that every app of the sandbox says it has. */
export const PLAN = 'build';

const REGIONS: Readonly<Record<string, string>> = { us: 'United States', eu: 'Europe', in: 'India' };

/** The owner of every app: the sandbox knows no accounts. */
const OWNER = { id: '1', name: 'Sandbox', email: 'owner@sandbox.localhost' };

function appJson({ appId, name, region, createdAt }: AppEntry, { app }: OpenApp): string {
  const keys = app.keys.all().map(({ apiKey, name: keyName, scope }) => {
    const json = JSON.stringify({ apiKey, name: keyName, scope, createdBy: 'app_system' });
    return [apiKey, json] as const;
  });
  return jsonObject(
    textMember('id', appId),
    textMember('name', name),
    textMember('plan', PLAN),
    textMember('state', 'active'),
    numberMember('owner', Number(OWNER.id)),
    textMember('region', region),
    numberMember('createdAt', createdAt),
    `"appOwner":${JSON.stringify({ ...OWNER, id: `${OWNER.id}` })}`,
    `"appRegion":${JSON.stringify({ id: region, name: region, description: REGIONS[region] ?? region })}`,
    `"apiKeys":${jsonMap(keys)}`,
  );
}
