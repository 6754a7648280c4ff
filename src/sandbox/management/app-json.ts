import type { AppEntry, OpenApp } from '../app/apps.ts';
import { jsonArray, jsonMap, jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { LIMITS } from '../wire/validation.ts';

/** The plan that every app of the sandbox says it has. */
export const PLAN = 'build';

const REGIONS: Readonly<Record<string, string>> = { us: 'United States', eu: 'Europe', in: 'India' };

/** The owner of every app: the sandbox knows no accounts. */
const OWNER = { id: '1', name: 'Sandbox', email: 'owner@sandbox.localhost' };

/** An app in an answer, with its keys. */
export function appJson({ appId, name, region, createdAt }: AppEntry, { app }: OpenApp): string {
  const keys = app.keys.list({}, LIMITS.apiKeys, 0).map(({ apiKey, name: keyName, scope }) => {
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

/** Several apps in an answer. */
export const appsJson = (apps: readonly (readonly [AppEntry, OpenApp])[]): string =>
  jsonArray(apps.map(([entry, open]) => appJson(entry, open)));
