import { expect, test } from 'vitest';
import { openAsk } from '../../../src/origin/ask/open-ask.ts';
import type {
  OpenOrigin,
  OriginAccount,
  OriginConversation,
  OriginList,
} from '../../../src/origin/origin.ts';
import { twilio } from '../../../src/origin/twilio/twilio.ts';
import { Secret } from '../../../src/service/transport/secret.ts';
import { realSystem } from '../../../src/system/system.ts';
import { skippingClock } from '../../support/skipping-clock.ts';
import { answers } from './asks.ts';
import { type FakeTwilio, fakeTwilio, type TwilioOptions } from './fake-twilio.ts';
import { type Row, syntheticTwilio, TwilioData } from './twilio-data.ts';

const signal = new AbortController().signal;
const until = Date.parse('2026-06-01T00:00:00Z');

type Here = AsyncDisposable & { readonly api: FakeTwilio; readonly origin: OpenOrigin };

async function open(
  data: TwilioData,
  { account = {}, options = {} }: { account?: Partial<OriginAccount>; options?: TwilioOptions } = {},
): Promise<Here> {
  const api = await fakeTwilio(data, options);
  const [keySid = '', secret = ''] = api.key.split(':');
  const names = { account: data.account, keySid, ...account.names };
  const of: OriginAccount = {
    secrets: { secret: new Secret(secret) },
    host: api.host,
    by: 'auto',
    requestsPerSecond: 1000,
    ...account,
    names,
  };
  const system = { ...realSystem, clock: skippingClock() };
  const asking = openAsk(twilio, of, system);
  return {
    api,
    origin: twilio.open(of, asking.ask, system),
    async [Symbol.asyncDispose]() {
      await asking[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

/** All records of a list. */
async function read(list: OriginList | undefined): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let at = list?.first; list && at !== undefined; ) {
    const step = await list.step(at, signal);
    rows.push(...step.rows.map(({ row }) => row));
    at = step.next;
  }
  return rows;
}

const top = (origin: OpenOrigin, name: string): OriginList | undefined =>
  origin.tops({ until }).find((list) => list.name === name);

async function readPart(
  origin: OpenOrigin,
  name: 'members' | 'messages',
  { id, from, row = {} }: { readonly id: string; readonly from?: string; readonly row?: Row },
): Promise<readonly Row[]> {
  const span = { until, ...(from === undefined ? {} : { from: Date.parse(from) }) };
  const lists = origin.listsOf({ id } as OriginConversation, row, span);
  return read(lists.find((list) => list.name === name));
}

test.each([
  ['the default service', {}],
  ['a service', { service: 'IS00000000000000000000000000000000' }],
])(
  'every list of %s is read whole, with requests and answers as the public document has them',
  async (_, names) => {
    const data = syntheticTwilio();
    for (let each = 0; each < 60; each++) data.user(`user ${each}`);
    for (let each = 0; each < 120; each++) data.conversation(`made ${each}`, ['user 1']);
    await using here = await open(data, { account: { names } });
    const { api, origin } = here;
    expect(await read(top(origin, 'users'))).toEqual(data.users);
    expect(await read(top(origin, 'roles'))).toEqual([]);
    const conversations = await read(top(origin, 'conversations'));
    expect(new Set(conversations)).toEqual(new Set(data.conversations));
    for (const { sid } of data.conversations.slice(0, 20)) {
      const id = String(sid);
      expect(await readPart(origin, 'members', { id })).toEqual(data.participants.get(id));
      expect(await readPart(origin, 'messages', { id })).toEqual(data.messages.get(id));
      expect(await readPart(origin, 'messages', { id, from: '2025-07-01T00:00:00Z' })).toEqual(
        data.messages.get(id)?.toReversed(),
      );
    }
    expect(api.violations).toEqual([]);
    const authorization = `Basic ${Buffer.from(api.key).toString('base64')}`;
    for (const path of new Set(api.requests)) {
      const answer = await fetch(api.host + path, { headers: { authorization } });
      expect(answers(new URL(path, api.host).pathname, await answer.json())).toBeUndefined();
    }
  },
);

test('a conversation that is written in while the list is read is not lost', async () => {
  const data = new TwilioData();
  const ids = Array.from({ length: 150 }, (_, each) => data.conversation(`quay ${each}`, []));
  await using here = await open(data, {
    options: {
      fault: (path) => {
        // The one that would come last jumps to the front of a list in the order of messages.
        if (path.includes('Page=1')) data.message(ids.at(-1) ?? '', 'ann', '2026-05-31T23:59:00Z');
        return undefined;
      },
    },
  });
  expect(await read(top(here.origin, 'conversations'))).toHaveLength(150);
});

/** A conversation with a message a minute, so many before the window, and so many in it. */
function talk(data: TwilioData, before: number, within: number): string {
  const id = data.conversation('talk', ['ann', 'ben']);
  const from = Date.parse('2026-05-20T00:00:00Z');
  for (let each = -before; each < within; each++)
    data.message(id, 'ann', new Date(from + each * 60_000).toISOString().replace('.000', ''));
  return id;
}
const FROM = '2026-05-20T00:00:00Z';
const made = { date_created: '2026-01-01T09:00:00Z' };
const isWithin = ({ date_created: at }: Row): boolean => Date.parse(String(at)) >= Date.parse(FROM);

test('messages from a time on take a page for each hundred of them, and one that shows that older ones follow', async () => {
  const data = new TwilioData();
  const id = talk(data, 5_000, 150);
  await using here = await open(data);
  const rows = await readPart(here.origin, 'messages', { id, from: FROM, row: made });
  expect(rows.filter(isWithin)).toHaveLength(150);
  expect(here.api.requests).toHaveLength(3);
});

test('messages that an app has brought along behind newer ones do not hide these', async () => {
  const data = new TwilioData();
  const id = talk(data, 10, 20);
  for (let each = 0; each < 250; each++) data.message(id, 'ben', '2020-01-01T00:00:00Z');
  data.message(id, 'ben', '2026-05-30T00:00:00Z');
  await using here = await open(data);
  const rows = await readPart(here.origin, 'messages', { id, from: FROM, row: made });
  expect(rows.filter(isWithin)).toHaveLength(21);
});

test('only of closed conversations the record tells that nothing has changed', async () => {
  const data = new TwilioData();
  data.conversation('open', []);
  data.conversation('done', [], { state: 'closed', date_updated: '2026-03-01T00:00:00Z' });
  data.conversation('idle', [], { state: 'inactive' });
  const since = Date.parse('2026-04-01T00:00:00Z');
  const marks = async (account: Partial<OriginAccount>): Promise<readonly unknown[]> => {
    await using here = await open(data, { account });
    return data.conversations
      .map((row) => here.origin.conversationOf(row))
      .map((of) => of && (of.mark ?? ''));
  };
  expect(await marks({})).toEqual(['', 'closed 2026-03-01T00:00:00Z', '']);
  expect(await marks({ since })).toEqual(['', undefined, '']);
  expect(await marks({ types: ['closed', 'active'] })).toEqual([
    '',
    'closed 2026-03-01T00:00:00Z',
    undefined,
  ]);
});

type Wrong = readonly [
  fault: string,
  more: { readonly account?: Partial<OriginAccount>; readonly options?: TwilioOptions },
];

test.each<Wrong>([
  ['expired', { options: { expired: true } }],
  ['expired', { options: { fault: (path) => (path.includes('PageToken') ? { status: 404 } : undefined) } }],
  ['form', { options: { fault: () => 'elsewhere' } }],
  ['form', { options: { fault: () => 'repeats' } }],
  ['form', { options: { fault: () => 'html' } }],
  ['form', { options: { fault: () => ({ status: 200, body: '{"users":[{}]}' }) } }],
  ['form', { options: { fault: () => ({ status: 200, body: '{"users":[1],"meta":{}}' }) } }],
  ['forbidden', { options: { fault: () => ({ status: 403 }) } }],
  ['gone', { account: { names: { service: 'IS1' } } }],
])('a list whose answers are wrong ends with the fault %s, %j', async (fault, more) => {
  const data = new TwilioData();
  for (let each = 0; each < 60; each++) data.user(`user ${each}`);
  await using here = await open(data, more);
  await expect(read(top(here.origin, 'users'))).rejects.toMatchObject({ name: 'OriginError', fault });
  expect(new Set(here.api.requests.map((path) => path.split('?')[0])).size).toBe(1);
});

test('records of another account are those of another key', async () => {
  const data = new TwilioData().user('ann');
  await using here = await open(data, { account: { names: { account: 'AC1' } } });
  await expect(read(top(here.origin, 'users'))).rejects.toMatchObject({ code: 'PULL.AUTH' });
});

test('where older messages come first, whatever was asked for, all of them are read', async () => {
  const data = new TwilioData();
  const id = talk(data, 250, 1);
  await using here = await open(data, { options: { isUpwards: true } });
  const rows = await readPart(here.origin, 'messages', { id, from: FROM, row: made });
  expect(rows.filter(isWithin)).toHaveLength(1);
});

test.each([null, '', 'CH1', 'a/../b?c#d', '..', '\ud800', '__proto__'])(
  'a conversation with the id %j is none, and nothing is asked of it',
  async (sid) => {
    await using here = await open(new TwilioData([], [{ sid, date_created: '2026-01-01T09:00:00Z' }]));
    await expect(read(top(here.origin, 'conversations'))).rejects.toMatchObject({ fault: 'form' });
  },
);

test('the check of the account names services that are not read, and numbers are told as far as they are known', async () => {
  const data = new TwilioData();
  await using one = await open(data);
  expect(await one.origin.check(signal)).toBe('its only service');
  const sids = ['a', 'b', 'c', 'd'].map((letter) => `IS${letter.repeat(32)}`);
  data.services = sids.map((sid) => ({ sid }));
  expect(await one.origin.check(signal)).toBe(
    `the default one of 4 services; for another one,  api.service: IS…  (${sids.slice(0, 3).join(', ')}, …)`,
  );
  await using named = await open(data, { account: { names: { service: data.service } } });
  expect(await named.origin.check(signal)).toBe(`the service ${data.service}`);
  data.user('ann');
  for (let each = 0; each < 101; each++) data.conversation(`quay ${each}`, []);
  expect(await named.origin.counts(signal)).toEqual({ users: 1, conversations: undefined });
});
