import { expect, test } from 'vitest';
import type { ChatService } from '../../../src/service/client/chat-service.ts';
import type { ClientOptions } from '../../../src/service/client/open-client.ts';
import { fakeService, KEY, type Reply } from './fake-service.ts';

type Event = Parameters<NonNullable<ClientOptions['observe']>>[0];

const TOKEN = 'ann_1a2b3c4d5e6f';
const ANN: Reply = { body: { data: { uid: 'ann', apiKey: 'k', authToken: 't', pushTokens: [] } } };

/** What an observer is told about a call, given these answers one after the other. */
async function told(
  replies: readonly Reply[],
  call: (service: ChatService) => Promise<unknown>,
): Promise<readonly Event[]> {
  const events: Event[] = [];
  await using fake = await fakeService((_, number) => replies[number - 1] ?? ANN, {
    observe: (event) => void events.push(event),
    outageMs: 5_000,
  });
  await call(fake.service).catch(() => {});
  return events;
}

test.each<[string, (service: ChatService) => Promise<unknown>]>([
  ['a key in the path', (s) => s.apiKeys.update(KEY, { name: 'x' })],
  ['a key in the path of a deletion', (s) => s.apiKeys.delete(KEY)],
  ['an auth token', (s) => s.authTokens.get('ann', TOKEN)],
  ['an auth token that is deleted', (s) => s.authTokens.delete('ann', TOKEN)],
  ['a push token', (s) => s.notifications.tokens.remove(TOKEN, TOKEN)],
  ['a token in the query', (s) => s.notifications.tokens.list(TOKEN)],
  ['the key as a uid', (s) => s.users.get(KEY)],
  ['the key as a session', (s) => s.calls.get(KEY)],
])('an observer is told of the attempt, and not %s', async (_what, call) => {
  const events = await told([], call);
  expect(events).toMatchObject([{ type: 'tried', status: 200 }]);
  expect(JSON.stringify(events)).not.toMatch(new RegExp(`${KEY}|${TOKEN}`));
});

test('attempts, waits and retries are told without the key, whatever the service says', async () => {
  const said = { error: { code: `ERR_${KEY}`, message: KEY } };
  const events = await told(
    [
      { status: 429, headers: { 'retry-after': '0', 'x-key': KEY }, body: said },
      { status: 503, body: said },
      { cut: true },
    ],
    (service) => service.apiKeys.get(KEY),
  );
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['tried', 'held', 'retried']));
  expect(events.filter(({ type }) => type === 'tried')).toMatchObject([
    { method: 'GET', path: '/apikeys/***', status: 429 },
    { method: 'GET', path: '/apikeys/***', status: 503 },
    { method: 'GET', path: '/apikeys/***', maybeSent: true },
    { method: 'GET', path: '/apikeys/***', status: 200 },
  ]);
  expect(JSON.stringify(events)).not.toContain(KEY);
});

test('a retry after a fetch whose error quotes the headers is told without the key', async () => {
  const events: Event[] = [];
  let tries = 0;
  await using fake = await fakeService(() => ANN, {
    observe: (event) => void events.push(event),
    fetch: async (url, init) => {
      if (tries++ === 0) throw new Error(`could not send ${JSON.stringify(init.headers)}`);
      return globalThis.fetch(url, init);
    },
  });
  await fake.service.users.get('ann');
  expect(events.map(({ type }) => type)).toEqual(['tried', 'retried', 'tried']);
  expect(JSON.stringify(events)).not.toContain(KEY);
});
