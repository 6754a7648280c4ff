import { z } from 'zod';
import { didYouMean } from '../../errors/nearest.ts';
import { accountForm, apiSystems } from '../../origin/accounts.ts';
import { checkedUrl } from '../../service/api/base-url.ts';
import { choice, timeBound, unless } from './field-schema.ts';
import { secretPlace } from './notify-schema.ts';

/** Schema of how a pipeline file names the API of an old system, and of where its keys are. */

/** Place where a key is found when it is needed. */
export const keyPlace = z.union([
  ...secretPlace.options,
  z.strictObject({
    command: z.array(z.string()).min(1).describe('a program and its arguments that prints the value'),
  }),
]);
export type KeyPlaceSpec = z.infer<typeof keyPlace>;

/** The host of the service, as targets name it. */
export const serviceHost = z
  .string()
  .regex(/^[A-Za-z0-9.-]+(:\d+)?$/, 'a host name, without https:// and without a path');

/** The name of an account, or of a part of it: it becomes a part of an address. */
const name = z.string().regex(/^[A-Za-z0-9-]{1,100}$/, 'letters, digits and hyphens');

function urlFault(address: string): string | undefined {
  try {
    checkedUrl(address);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
export const webAddress = z.string().superRefine(unless(urlFault));

const DURATION = /^([1-9]\d{0,3})([smhd])$/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export const shortTime = (about: string) =>
  z.string().regex(DURATION, 'expected a time such as 30s, 30m, 24h or 7d').optional().describe(about);

/** A time such as `24h` in milliseconds. */
export function durationMs(text: string): number {
  const [, amount, unit = ''] = DURATION.exec(text) ?? [];
  return Number(amount) * (UNIT_MS[unit] ?? Number.NaN);
}

/** The API of an old system; which of the first members there are depends on the system. */
export const apiSource = z.strictObject({
  appId: name.optional().describe('sendbird, service: the id of the application'),
  account: name.optional().describe('twilio: the SID of the account, AC…'),
  service: name.optional().describe('twilio: the SID of the service, IS…; default: that of the account'),
  keySid: name.optional().describe('twilio: the SID of the API key, SK…'),
  key: z
    .union([name.describe('stream: the key, which is no secret'), ...keyPlace.options])
    .optional()
    .describe('sendbird: where to find the API token; stream: the key itself'),
  secret: keyPlace.optional().describe('twilio, stream: where to find the secret of the key'),
  region: choice(['us', 'eu', 'in'], 'service: the region of the app; default: us'),
  serviceHost: serviceHost.optional().describe('service: the host of the service, without app id and region'),
  baseUrl: webAddress
    .optional()
    .describe('service: the address of the API, instead of appId, region and serviceHost'),
  apiKey: keyPlace.optional().describe('service: where to find the API key of the old app'),
  host: webAddress
    .optional()
    .describe('an address instead of that of the system: https, or plain http to this machine'),
  caFile: z.string().min(1).optional().describe('the PEM file of a private certificate authority'),
  by: choice(
    ['auto', 'export', 'list'],
    'how it is read: auto and list: by lists; export: first by export jobs of the system, then by lists; default: auto',
  ),
  since: timeBound
    .optional()
    .describe('skips conversations without messages after this time; not with service'),
  types: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('kinds of conversations to read, in the words of the system; default: all'),
  again: z
    .strictObject({
      overlap: shortTime('how long before the newest known message reading begins; default: 24h'),
      recheck: shortTime('messages of this last time are read again, for edits and deletions; default: 7d'),
      full: shortTime('after this time everything is read again; default: 30d'),
    })
    .optional()
    .describe('how a sync reads again'),
  requestsPerSecond: z
    .number()
    .positive()
    .max(1_000)
    .optional()
    .describe('the most requests a second; default: half of what the system allows'),
});
export type ApiSpec = z.infer<typeof apiSource>;

/** Members that say which account is meant. */
const ACCOUNT = new Set(
  apiSystems.flatMap((system) => {
    const { needs, takes = [] } = formOf(system);
    return [...needs.plain, ...needs.secret, ...takes];
  }),
);

function formOf(system: string) {
  const { needs, takes = [] } = accountForm(system) ?? { needs: { plain: [], secret: [] } };
  return { needs, takes };
}

type Fault = { readonly path: readonly string[]; readonly message: string };

/** Members that choose from the records of an export, or say how to read them. */
const CHOOSING = [
  'since',
  'until',
  'include',
  'exclude',
  'anonymise',
  'owner',
  'shape',
  'zone',
  'filesBase',
] as const;

/** Finds a fault of an export with an API, or without one, beyond the forms of its members. */
export function apiFault(
  spec: {
    readonly system: string;
    readonly path?: unknown;
    readonly api?: ApiSpec | undefined;
  } & Readonly<Partial<Record<(typeof CHOOSING)[number], unknown>>>,
): Fault | undefined {
  const { system, path, api } = spec;
  if (api === undefined) {
    if (system === 'service')
      return { path: ['api'], message: 'is missing: an app of this service is read through its API' };
    return path === undefined
      ? { path: ['path'], message: 'is missing: name the files, or the API of the system' }
      : undefined;
  }
  if (system === 'auto')
    return { path: ['system'], message: `api needs the name of the system: ${apiSystems.join(', ')}` };
  if (system === 'service' && path !== undefined)
    return { path: ['path'], message: 'an app of this service has no export: leave path out' };
  const choosing = system === 'service' ? CHOOSING.find((name) => spec[name] !== undefined) : undefined;
  if (choosing !== undefined)
    return {
      path: [choosing],
      message: `is of exports, and an app of this service has none: leave ${choosing} out`,
    };
  return accountForm(system) && accountFault(system, api);
}

function accountFault(system: string, api: ApiSpec): Fault | undefined {
  const { needs, takes } = formOf(system);
  const at = (member: string, message: string): Fault => ({ path: ['api', member], message });
  const all = [...needs.plain, ...needs.secret, ...takes];
  const given = Object.entries(api).filter(([, value]) => value !== undefined);
  const foreign = given
    .map(([member]) => member)
    .find((member) => ACCOUNT.has(member) && !all.includes(member));
  if (foreign !== undefined) return at(foreign, `is not of system ${system}, which has ${all.join(', ')}`);
  const known = Object.fromEntries(given) as Readonly<Record<string, unknown>>;
  const missing = [...needs.plain, ...needs.secret].find((member) => known[member] === undefined);
  if (missing !== undefined) return at(missing, `is missing: system ${system} needs it`);
  const open = needs.secret.find((member) => typeof known[member] === 'string');
  if (open !== undefined)
    return at(
      open,
      'a secret does not stand in the file: write { env: NAME }, { file: PATH } or { command: [ … ] }',
    );
  const hidden = needs.plain.find((member) => typeof known[member] !== 'string');
  if (hidden !== undefined) return at(hidden, `expected text: with system ${system} it is no secret`);
  return typesFault(system, api) ?? (system === 'service' ? appFault(api) : undefined);
}

function typesFault(system: string, { types = [] }: ApiSpec): Fault | undefined {
  const known = accountForm(system)?.types;
  const odd = types.find((type) => known?.includes(type) === false);
  if (!known || odd === undefined) return undefined;
  const message = `system ${system} has no ${JSON.stringify(odd)}${didYouMean(odd, known, `only ${known.join(', ')}`)}`;
  return { path: ['api', 'types'], message };
}

function appFault({ appId, region, serviceHost: place, baseUrl, host, since }: ApiSpec): Fault | undefined {
  if (since !== undefined)
    return {
      path: ['api', 'since'],
      message: 'groups of this service do not say when they were used last: leave since out',
    };
  const isWhole = baseUrl !== undefined || host !== undefined;
  if (!isWhole && (appId === undefined || place === undefined))
    return { path: ['api'], message: 'give appId and serviceHost, or baseUrl' };
  if (isWhole && (place !== undefined || region !== undefined))
    return { path: ['api'], message: 'baseUrl replaces region and serviceHost, give one or the other' };
  return undefined;
}

/** Conditions of the schema for editors: an export or an API, and the members that a system has. */
export const apiConditions: readonly object[] = [
  { anyOf: [{ required: ['path'] }, { required: ['api'] }] },
  ...apiSystems.map((system) => {
    const { needs, takes } = formOf(system);
    const own = [...needs.plain, ...needs.secret, ...takes];
    const types = (members: readonly string[], type: object | false) =>
      Object.fromEntries(members.map((member) => [member, type]));
    const api = {
      required: [...needs.plain, ...needs.secret],
      properties: {
        ...types(needs.plain, { type: 'string' }),
        ...types(needs.secret, { type: 'object' }),
        ...types(
          [...ACCOUNT].filter((member) => !own.includes(member)),
          false,
        ),
      },
    };
    return {
      if: { properties: { system: { const: system } }, required: ['system', 'api'] },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema; the object is never awaited.
      then: { properties: { api } },
    };
  }),
];
