import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { conformanceChecks } from '../../src/conformance/checks.ts';
import { openPeer } from '../../src/conformance/open-service.ts';
import { type CheckResult, runConformance } from '../../src/conformance/run-conformance.ts';
import { parseQuirks } from '../../src/sandbox/quirks/quirks.ts';
import { parseFaults } from '../../src/sandbox/server/faults.ts';
import type { Endpoint } from '../../src/service/api/endpoint.ts';
import { endpoints } from '../../src/service/api/endpoints.ts';
import { type Opened, openSandbox } from '../sandbox/sandbox-client.ts';
import { sized } from '../support/long-form.ts';
import { openConformance } from './open-conformance.ts';
import { populate, populateCalls } from './populate.ts';

const reading = conformanceChecks.filter(({ needs }) => needs === 'read');
const writing = conformanceChecks.filter(({ needs }) => needs === 'write');
const notPassed = (results: readonly CheckResult[]): readonly CheckResult[] =>
  results.filter(({ status }) => status !== 'passed');

type Operation = {
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly required: boolean }[];
};

/** Everything of the app that its lists show. */
async function everything({ get }: Opened): Promise<string> {
  const paths = [
    '/users?perPage=1000&withDeactivated=true&withTags=true',
    '/groups?perPage=1000&withTags=true',
    '/groups/group-0/members?perPage=1000',
    '/groups/group-0/bannedusers?perPage=1000',
    '/users/user-0/friends?perPage=1000',
    '/users/user-0/blockedusers?perPage=1000',
    '/users/user-0/auth_tokens?perPage=1000',
    '/roles?perPage=1000',
    '/roles/default/permissions?perPage=1000',
    '/apikeys?perPage=1000',
    '/messages?limit=1000',
    '/conversations?perPage=1000',
    '/moderation/rules?limit=1000',
    '/moderation/keywords?limit=1000',
    '/moderation/reasons?limit=1000',
    '/moderation/blocked-messages?limit=1000',
    '/moderation/flagged-messages?limit=1000',
    '/moderation/reviewed-messages?limit=1000',
    '/moderation/messages?limit=1000',
  ];
  const texts: string[] = [];
  for (const path of paths) {
    const { status, text } = await get(path);
    expect([path, status]).toEqual([path, 200]);
    texts.push(text);
  }
  return texts.join('\n');
}

describe('the sandbox over HTTPS', () => {
  test('passes every check, none is skipped, and is afterwards as it was before', async () => {
    await using open = await openConformance();
    await populate(open.peer.service);
    await populateCalls(open.peer.service);
    const before = await everything(open.own);
    open.own.events.length = 0;
    const read = await runConformance(reading, open.peer);
    expect(notPassed(read)).toEqual([]);
    expect(open.own.events.length).toBeGreaterThan(reading.length);
    expect(open.own.events.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(await everything(open.own)).toBe(before);
    const written = await runConformance(writing, open.peer, () => {}, { concurrency: 2 });
    expect(notPassed(written)).toEqual([]);
    expect(await everything(open.own)).toBe(before);
    expect(open.own.events.filter(({ error }) => error !== undefined)).toEqual([]);
  });

  test('is called, by each check, in every way that the check says it covers', async () => {
    await using open = await openConformance();
    await populate(open.peer.service);
    await populateCalls(open.peer.service);
    const { events } = open.own;
    events.length = 0;
    const uncalled: string[] = [];
    await runConformance(conformanceChecks, open.peer, ({ name, covers }) => {
      const made = events.splice(0);
      for (const covered of covers) {
        const { method, path }: Endpoint = endpoints[covered];
        const pattern = new RegExp(`/(?:v3|management)${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
        if (!made.some((one) => one.method === method && pattern.test(one.path)))
          uncalled.push(`${name}: ${covered}`);
      }
    });
    expect(uncalled).toEqual([]);
  });

  test.each(
    [
      'conflict409,nested,inclusive',
      'poison=batch500,unreadimports',
      'poison=batch400,conversationids=short,retention=183d',
      'overwrite,tokensonly,keystatus=401,numberids',
      'nextatend,total0,limit=10,inclusive,keystatus=403',
      'membersonly,body=10240,numberids,nextatend,moderateimports,moderationdecided,alwaysjudged,wordparts',
      'rowcode=request,rowkeys=any,rowlimit=413,joinrule=both,details=update,ownerjoins,importbudget=each',
      'contenttype=any,plainkeys,anyregion,window=sliding,budget=key,deprecation=none,rbac=stored',
      'newtokens,friendsalone,ownerfree,openmembers,notes=added,groupactions=last,replies=unread',
      'allconditions,muidonce,eachreceiver,mentions=cut,deletethread,nosubscribe,memberpins,repin=keep',
      'lastmessage=id,resetkeeps,permissionvalues,usermessages=remove,muid=255,joinedat=group',
    ].map((quirks, at) => [quirks, at] as const),
  )('passes as well with what is unsettled turned round: %s', async (quirks, at) => {
    await using open = await openConformance(parseQuirks(quirks));
    await populate(open.peer.service);
    // In the suite each of them meets a third of the checks.
    const some = conformanceChecks.filter((_, check) => (check + at) % 3 === 0);
    expect(notPassed(await runConformance(sized(some, conformanceChecks), open.peer))).toEqual([]);
  });

  test('passes while it throttles: waits are obeyed', async () => {
    await using open = await openConformance({}, { faults: parseFaults('429=1x2') });
    const some = writing.filter(({ covers }) => covers.includes('createUser')).slice(0, 4);
    expect(notPassed(await runConformance(some, open.peer))).toEqual([]);
    expect(open.own.events.filter(({ fault }) => fault === '429')).toHaveLength(2);
  });
});

describe('the suite', () => {
  test('covers every call of the service', () => {
    const covered = new Set(conformanceChecks.flatMap(({ covers }) => covers));
    expect(Object.keys(endpoints).filter((name) => !covered.has(name as keyof typeof endpoints))).toEqual([]);
    const reads = new Set(reading.flatMap(({ covers }) => covers));
    const unread = Object.entries<Endpoint>(endpoints).filter(([name, { method, replacements }]) => {
      return method === 'GET' && !replacements && !reads.has(name as keyof typeof endpoints);
    });
    expect(unread).toEqual([]);
    const names = conformanceChecks.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { needs, covers, name } of conformanceChecks)
      for (const endpoint of needs === 'read' ? covers : [])
        expect([name, endpoints[endpoint].method]).toEqual([name, 'GET']);
  });

  /** What is in the sandbox's document and not in the table of calls, with the reason. */
  const SANDBOX_ALONE: Readonly<Record<string, string>> = {
    'POST /tenants': 'it takes a login, where the client has keys',
    'GET /apps/{}/webhooks/{}/deliveries': "the sandbox's own log",
    'POST /messages/{}/reactions':
      "one page of the vendor's prints it; the path with the reaction is in all other sources",
    'POST /calls': 'adds a record to read: on the service, records come from calls between clients',
  };

  test('the table of calls and the document of the sandbox name the same calls', async () => {
    await using own = await openSandbox();
    const json = (await (await fetch(`${own.sandbox.baseUrl}/openapi.json`)).json()) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    };
    const plain = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
    const served = Object.entries(json.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${plain(path)}`),
    );
    const known = Object.values<Endpoint>(endpoints).map(({ method, path }) => `${method} ${plain(path)}`);
    const isKnown = (call: string): boolean => known.includes(call);
    expect(known.filter((call) => !served.includes(call))).toEqual([]);
    expect(Object.keys(SANDBOX_ALONE).filter((call) => !served.includes(call))).toEqual([]);
    expect(served.filter((call) => !isKnown(call) && !Object.hasOwn(SANDBOX_ALONE, call))).toEqual([]);
    for (const { method, path, replacements, onBehalfOf } of Object.values<Endpoint>(endpoints)) {
      const operation = Object.entries(json.paths).find(([other]) => plain(other) === plain(path))?.[1];
      const { deprecated, parameters = [] } = (operation?.[method.toLowerCase()] ?? {}) as Operation;
      const actor = parameters.find(({ name }) => name === 'onBehalfOf');
      const call = `${method} ${path}`;
      expect([call, deprecated ?? false]).toEqual([call, replacements !== undefined]);
      expect([call, actor?.required ?? false]).toEqual([call, onBehalfOf === 'required']);
      if (onBehalfOf === 'optional') expect([call, actor?.required]).toEqual([call, false]);
    }
  });

  test('skips what an empty app cannot show, and fails nothing', async () => {
    await using open = await openConformance();
    const results = await runConformance(reading, open.peer);
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    for (const { status, reason } of results) expect(status === 'skipped').toBe(reason !== undefined);
  });

  test('holds no key in any of its words, also where every call is refused', async () => {
    await using own = await openSandbox();
    const secret = (path: string): string => readFileSync(path, 'utf8').trim();
    const apiKey = secret(own.sandbox.files.authKey);
    await using peer = openPeer({ baseUrl: own.sandbox.baseUrl, apiKey });
    const results = await runConformance(conformanceChecks, peer);
    expect(results.filter(({ status }) => status === 'failed').length).toBeGreaterThan(50);
    expect(JSON.stringify(results)).not.toContain(apiKey);
  });
});
