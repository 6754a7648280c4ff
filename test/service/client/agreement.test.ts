import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROUTES } from '../../../src/sandbox/routes.ts';
import type { Endpoint } from '../../../src/service/api/endpoint.ts';
import { endpoints } from '../../../src/service/api/endpoints.ts';

/** The client's table and the sandbox's were written apart from each other: where both have a call they agree on it. */
test('the client and the sandbox say the same of each call', () => {
  const key = (base: string, method: string, path: string): string => `${base} ${method} ${path}`;
  const served = new Map(
    ROUTES.map((route) => [key(route.base ?? 'chat', route.method, route.path), route] as const),
  );
  const calls: readonly Endpoint[] = Object.values(endpoints);
  const shared = calls.flatMap((call) => {
    const route = served.get(key(call.base, call.method, call.path));
    return route ? [{ call, route }] : [];
  });
  expect(shared.length).toBeGreaterThan(60);
  const of = (call: Endpoint) => `${call.method} ${call.path}`;
  expect(shared.map(({ call }) => [of(call), call.onBehalfOf, call.rateClass])).toEqual(
    shared.map(({ call, route }) => [of(call), route.behalf ?? 'unsupported', route.rate]),
  );
});

test('the options of each method are those of its call', () => {
  const folder = join(import.meta.dirname, '../../../src/service/client');
  const kinds = { required: 'Acting', optional: 'MayAct', unsupported: 'AsApp' } as const;
  const said = globSync('*/*.ts', { cwd: folder }).flatMap((path) =>
    Array.from(
      readFileSync(join(folder, path), 'utf8').matchAll(
        /\boptions\??: (Acting|MayAct|AsApp)\b(?:(?!\boptions\??: )[\s\S])*?\bendpoints(?:\.(\w+)|\[`(\w+)\$\{kind\}(\w+)`\])/g,
      ),
      ([, kind, name, before, after]) =>
        namesOf(
          name ?? `${before}(?:User|Group|Fcm|Apns|SendGrid|Twilio|Custom(?:Email|Push|Sms))${after}`,
        ).map((each) => [each, kind] as const),
    ).flat(),
  );
  expect(said.length).toBeGreaterThan(200);
  expect(said).toEqual(
    said.map(([name]) => [name, kinds[endpoints[name as keyof typeof endpoints].onBehalfOf]]),
  );
});

/** The calls of a name, in which kinds may stand beside each other. */
const namesOf = (pattern: string): string[] =>
  Object.keys(endpoints).filter((name) => new RegExp(`^${pattern}$`).test(name));
