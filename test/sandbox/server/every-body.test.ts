import { expect, test } from 'vitest';
import type { ApiRoute } from '../../../src/sandbox/app/route.ts';
import { ROUTES } from '../../../src/sandbox/routes.ts';
import { managementOf } from '../management/receiver.ts';
import { newRule, say } from '../moderation/moderation-client.ts';
import { type Json, openPopulated } from '../sandbox-client.ts';

const deep = (open: string, close: string, levels: number) =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;

/** What no member of any body expects, as JSON text: JSON.stringify would lose some of it. */
const BAD = [
  '-1',
  '"\\ud800"',
  '[null]',
  '[{"operand":"__proto__","operator":"constructor","category":"toString","value":{"length":5}}]',
  '{"__proto__":{"a":1},"constructor":{"prototype":1},"toString":1}',
  deep('[', ']', 20_000),
  deep('{"a":', '}', 3000),
  `{"a":${deep('[', ']', 20_000)}}`,
  JSON.stringify('x'.repeat(70_000)),
];

/** A value that a schema allows. Where that alone is not enough, the call refuses it, which is an answer too. */
function allowed({ enum: words, type, items, pattern = '' }: Json): string {
  if (words) return JSON.stringify(words[0]);
  const kind = [type].flat()[0];
  if (kind === 'array') return `[${items ? allowed(items) : ''}]`;
  if (kind === 'string') return pattern.startsWith('^[0-9]') ? '"1"' : '"ann"';
  return { integer: '1700000000', boolean: 'true' }[kind as string] ?? '{}';
}

/** For each member a body with something bad in it, beside all others as they should be. */
function* bodiesOf({ body }: ApiRoute): Generator<string> {
  const properties = Object.entries<Json>(body?.schema['properties'] ?? {});
  for (const name of [...properties.map(([one]) => one), '__proto__']) {
    const others = properties
      .filter(([one]) => one !== name)
      .map(([one, schema]) => `"${one}":${allowed(schema)}`);
    for (const bad of BAD) yield `{${[...others, `"${name}":${bad}`].join(',')}}`;
  }
}

const IN_PATH: Readonly<Record<string, string>> = {
  uid: 'ann',
  guid: 'team',
  role: 'default',
  scope: 'admin',
  ruleId: 'r1',
  reasonId: 'spam',
  appId: 'myapp',
  webhookId: 'hook',
};

/** An address of the call that leads to something, for messages to a new one, because calls before have changed others. */
const pathOf = ({ path, query }: ApiRoute, id: string): string =>
  `${path.replace(/\{(\w+)\}/g, (_, name) => (name === 'id' ? id : (IN_PATH[name] ?? 'x')))}${'uid' in query ? '?uid=ann' : ''}`;

test('whatever stands in one member of a body, every call succeeds or refuses it', async () => {
  await using opened = await openPopulated({ appId: 'myapp' });
  const { manage, hook } = managementOf(opened);
  await newRule(opened);
  await hook('hook', 'http://127.0.0.1:9/', []);
  await manage('POST', '/apps/myapp/extensions', { enabled: ['x'] });
  // A call that deletes would take from the others what they are about; imports have tests of their own.
  const isTried = ({ method, body, rate }: ApiRoute) =>
    body && !body.form && method !== 'DELETE' && rate !== 'import';
  const routes = ROUTES.filter(isTried);
  expect(routes.length).toBeGreaterThan(60);
  for (const route of routes) {
    const { method, base = 'chat', behalf } = route;
    const id = (await say(opened, route.path.includes('blocked') ? 'darn' : 'nice')).id;
    const path = pathOf(route, id);
    for (const body of bodiesOf(route)) {
      const answer =
        base === 'management'
          ? await manage(method, path, body)
          : await opened.call(method, path, { body, ...(behalf && { as: 'ann' }) });
      expect(answer.status, `${method} ${route.path} ${body.slice(0, 300)}`).toBeLessThan(500);
    }
  }
  expect(opened.events.filter(({ error }) => error !== undefined)).toEqual([]);
});
