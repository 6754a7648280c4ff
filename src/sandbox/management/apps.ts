import type { AppEntry, Apps, OpenApp } from '../app/apps.ts';
import { type ApiRoute, acknowledgement, type Call, routeOf } from '../app/route.ts';
import { findDocument, keepDocument } from '../stores/documents.ts';
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

const idInPath = ({ params }: Pick<Call, 'params'>): string => (params['appId'] ?? '').toLowerCase();

/** The app that the path names. Throws ERR_APP_NOT_FOUND if there is none, or no longer. */
export function appInPath(call: Pick<Call, 'apps' | 'params'>): OpenApp {
  const appId = idInPath(call);
  if (call.apps.list().some((entry) => entry.appId === appId)) return call.apps.find(appId);
  throw new ApiError('ERR_APP_NOT_FOUND', `The app with id ${appId} does not exist or has been archived.`);
}

/** Documented: how long an archived app is kept. */
const ARCHIVED_SECONDS = 30 * 86_400;

/** The place of a note on an archived app. Its data is gone at once here: no call brings it back. */
const archived = (id: string) => ({ kind: 'archived app', id }) as const;

/** Archives an app, or removes it at once where the switch says so. Returns when it is gone, Unix seconds. */
function archive(call: Pick<Call, 'app' | 'apps' | 'params'>): number {
  const { app, apps } = call;
  const appId = idInPath(call);
  const goneAt = findDocument(apps.main.db, archived(appId))?.['goneAt'];
  if (typeof goneAt === 'number' && goneAt > app.now()) {
    throw new ApiError(
      'ERR_APP_ARCHIVED',
      'The app has been archived and will be permanently deleted after 30 days.',
    );
  }
  if (appInPath(call).app === apps.main) {
    // The first app holds the others; here it stands for one that is paid for.
    const message =
      'The app is associated with a paid subscription. Please ask the support before deleting it.';
    throw new ApiError('ERR_APP_DELETION', message, { status: 403 });
  }
  apps.remove(appId);
  if (app.quirks.appDeletion === 'now') return app.now();
  const until = app.now() + ARCHIVED_SECONDS;
  keepDocument(apps.main.db, archived(appId), { goneAt: until });
  return until;
}

/** Creates an app unless there are too many. */
export function createApp(apps: Apps, name: string, region: string): AppEntry {
  if (apps.list().length < APPS_MAX) return apps.create(name, region);
  throw new ApiError(
    'ERR_APP_CREATION_FAILED_MAX_LIMIT',
    `You have reached the maximum of ${APPS_MAX} complimentary apps. Delete an app or upgrade one, then try again.`,
  );
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
    summary: 'Archive an app: its data, keys and webhooks are gone at once. The first app cannot be deleted',
    answers: { data: exact({ success: FLAG, scheduledToDeleteAt: INTEGER }) },
    answer: (call) => ({ data: JSON.stringify({ success: true, scheduledToDeleteAt: archive(call) }) }),
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
export const OWNER = { id: '1', name: 'Sandbox', email: 'owner@sandbox.localhost' };

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
