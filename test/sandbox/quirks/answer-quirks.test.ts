import { request } from 'node:http';
import { expect, test } from 'vitest';
import { parseLimits, parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { importRows, message, type Opened, openPopulated, openSandbox, users } from '../sandbox-client.ts';
import { said, sent, sides } from './sides.ts';

/** A sandbox with the documented limits, whose clock a test moves. */
async function limited(quirks: string) {
  const time = { now: 1_800_000_030_000 };
  const opened = await openPopulated({
    quirks: parseQuirks(quirks),
    limits: parseLimits('documented'),
    clock: () => time.now,
  });
  return Object.assign(opened, { time });
}

const newKey = async (opened: Opened): Promise<string> =>
  (await opened.post('/apikeys', { name: 'second', scope: 'fullAccess' })).json.data.apiKey;

/** How many of `count` messages are taken. `send` sends the message of a number. */
async function taken(count: number, send: (index: number) => Promise<{ status: number }>): Promise<number> {
  let sum = 0;
  for (let index = 0; index < count; index++) sum += (await send(index)).status === 200 ? 1 : 0;
  return sum;
}

test('status and code: what a refusal is answered with', async () => {
  const act = async (opened: Opened) => [
    said(await opened.get('/users/nobody')),
    said(await opened.get('/groups/nothing')),
  ];
  const usual = ['404 ERR_UID_NOT_FOUND', '404 ERR_GUID_NOT_FOUND'];
  expect(await sides('status=ERR_UID_NOT_FOUND:400,status=ERR_GUID_NOT_FOUND:410', act)).toEqual({
    without: usual,
    with: ['400 ERR_UID_NOT_FOUND', '410 ERR_GUID_NOT_FOUND'],
  });
  expect((await sides('code=ERR_UID_NOT_FOUND:ERR_NOT_FOUND', act)).with).toEqual([
    '404 ERR_NOT_FOUND',
    '404 ERR_GUID_NOT_FOUND',
  ]);
  for (const bad of ['status=ERR_X:200', 'status=404', 'code=x:ERR_Y', 'code=ERR_X:y'])
    expect(() => parseQuirks(bad)).toThrow(/unknown quirk/);
});

test('plainkeys: whether errors show keys and tokens', async () => {
  const key = 'f'.repeat(40);
  const seen = await sides('plainkeys', async (opened) => [
    (await opened.get('/users', { key })).text,
    (await opened.get(`/apikeys/${key}`)).text,
    (await opened.get(`/users/ann/auth_tokens/${key}/more`)).text,
    (await opened.get('/roles', { key: opened.secret(opened.sandbox.files.authKey) })).text,
  ]);
  for (const text of seen.without) expect(text).toMatch(/[0-9a-f]{4}\*{4}/);
  for (const text of seen.without) expect(text).not.toMatch(/[0-9a-f]{5,}/);
  for (const text of seen.with) expect(text).toMatch(/[0-9a-f]{40}/);
});

test('contenttype: whether a body must be named JSON', async () => {
  const types = [
    'application/json',
    'Application/JSON; charset=utf-8',
    'text/plain',
    'application/x-www-form-urlencoded',
  ];
  const seen = await sides('contenttype=any', async (opened) => {
    const answers: string[] = [];
    for (const [index, type] of types.entries()) {
      const body = { uid: `u${index}`, name: 'U' };
      answers.push(said(await opened.post('/users', body, { headers: { 'content-type': type } })));
    }
    const remove = { headers: { 'content-type': 'text/plain' } };
    answers.push(said(await opened.remove('/users/u0', remove)));
    return answers;
  });
  const refused = '415 ERR_BAD_REQUEST';
  // A request without a body needs no type.
  expect(seen.without).toEqual(['200 ok', '200 ok', refused, refused, '200 ok']);
  expect(seen.with).toEqual(types.map(() => '200 ok').concat('200 ok'));
});

/** A GET of all users under a host name. */
function underHost(opened: Opened, host: string): Promise<number | undefined> {
  const { port } = new URL(opened.sandbox.baseUrl);
  const apikey = opened.secret(opened.sandbox.files.apiKey);
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/v3/users', headers: { host, apikey } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test('anyregion: whether a host of another region is served', async () => {
  const seen = await sides('anyregion', async (opened) => {
    const { appId } = opened.sandbox;
    return [
      await underHost(opened, `${appId}.api-us.localhost`),
      await underHost(opened, `${appId}.api-eu.localhost`),
    ];
  });
  expect(seen).toEqual({ without: [200, 401], with: [200, 200] });
});

test('plainhttp: what plain HTTP at the HTTPS port is answered', async () => {
  for (const [quirks, status, location] of [
    ['', 400, undefined],
    ['plainhttp=301', 301, /^https:\/\/127\.0\.0\.1:\d+\/v3\/users$/],
  ] as const) {
    await using opened = await openSandbox({ http: false, quirks: parseQuirks(quirks) });
    const plain = opened.sandbox.baseUrl.replace('https:', 'http:');
    const answer = await fetch(`${plain}/users`, { redirect: 'manual' });
    expect(answer.status).toBe(status);
    if (location) expect(answer.headers.get('location')).toMatch(location);
  }
});

test('body: the largest body', async () => {
  const seen = await sides('body=1000', async (opened) =>
    said(await opened.post('/users', { uid: 'eve', name: 'E', metadata: { text: 'x'.repeat(2000) } })),
  );
  expect(seen).toEqual({ without: '200 ok', with: '413 ERR_BAD_REQUEST' });
});

test('window: whether a budget begins again with the minute of the clock', async () => {
  for (const [quirks, after] of [
    ['', 5],
    ['window=sliding', 0],
  ] as const) {
    await using opened = await limited(quirks);
    const text = { receiver: 'bob', receiverType: 'user', data: { text: 'x' } };
    const send = () => opened.post('/messages', text, { as: 'ann' });
    expect(await taken(31, send)).toBe(30);
    opened.time.now += 31_000;
    expect(await taken(5, send)).toBe(after);
    const { headers } = await send();
    if (after === 0) expect(headers['retry-after']).toBe('29');
    opened.time.now += 29_000;
    expect(await taken(5, send)).toBe(5);
  }
});

test('budget and importbudget: whom and what a budget is for', async () => {
  const importing = async (quirks: string) => {
    await using opened = await limited(quirks);
    const key = await newKey(opened);
    const one = (index: number) => importRows(opened, 'users', users(`u${index}`));
    await taken(60, one);
    const other = await opened.post('/data_import/users', { users: users('z') }, { key });
    const messages = await importRows(opened, 'messages', { m: message('m') });
    return [other.status, messages.status];
  };
  expect(await importing('')).toEqual([429, 429]);
  expect(await importing('budget=key')).toEqual([200, 429]);
  expect(await importing('importbudget=each')).toEqual([429, 200]);
});

test('rateheaders: which headers a limited answer and a 429 have', async () => {
  const seen = async (quirks: string) => {
    await using opened = await limited(quirks);
    const import61 = async () => (await importRows(opened, 'users', users('u'))).headers;
    const first = await import61();
    await taken(60, () => importRows(opened, 'users', users('u')));
    const names = (headers: object) => Object.keys(headers).filter((name) => /^(?:x-rate|retry)/.test(name));
    return [names(first).sort(), names(await import61()).sort()];
  };
  const older = ['x-rate-limit', 'x-rate-limit-remaining'];
  const olderRefused = ['retry-after', ...older, 'x-rate-limit-reset'];
  const newer = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  expect(await seen('')).toEqual([older, [...olderRefused, ...newer]]);
  expect(await seen('rateheaders=older')).toEqual([older, olderRefused]);
  expect(await seen('rateheaders=newer')).toEqual([[], ['retry-after', ...newer]]);
  expect(await seen('rateheaders=none')).toEqual([[], []]);
});

test('senderlimit: whom the 30 messages a minute are for', async () => {
  const sending = async (quirks: string) => {
    await using opened = await limited(quirks);
    const key = await newKey(opened);
    const text = { receiver: 'cid', receiverType: 'user', data: { text: 'x' } };
    const mine = await taken(35, () => opened.post('/messages', text, { as: 'ann' }));
    const others = await taken(1, () => opened.post('/messages', text, { as: 'bob' }));
    const withKey = await taken(1, () => opened.post('/messages', text, { as: 'ann', key }));
    return [mine, others, withKey];
  };
  expect(await sending('')).toEqual([30, 1, 0]);
  expect(await sending('senderlimit=key')).toEqual([30, 0, 1]);
  expect(await sending('senderlimit=none')).toEqual([35, 1, 1]);
});

test('deprecation: the headers of a deprecated call', async () => {
  const act = async (opened: Opened) => {
    await sent(opened);
    const { headers } = await opened.get('/conversations/user_ann_user_bob', { as: 'ann' });
    return [headers['deprecation'], headers['link']];
  };
  const link = '</v3/users/bob/conversation>; rel="successor-version"';
  expect(await sides('deprecation=true', act)).toEqual({
    without: ['@1735689600', link],
    with: ['true', link],
  });
  expect((await sides('deprecation=none', act)).with).toEqual([undefined, undefined]);
});

test('inclusive: whether a cursor repeats the boundary row', async () => {
  const seen = await sides('inclusive', async (opened) => {
    await importRows(opened, 'messages', { a: message('a'), b: message('b') });
    return (await opened.get('/messages?affix=append&id=1')).json.data.length;
  });
  expect(seen).toEqual({ without: 1, with: 2 });
});

test('keystatus and tokensonly: what unknown keys and authOnly keys are answered', async () => {
  const seen = await sides('keystatus=403,tokensonly', async (opened) => {
    const key = opened.secret(opened.sandbox.files.authKey);
    return [
      said(await opened.get('/users', { key: 'unknown' })),
      said(await opened.post('/users', { uid: 'eve', name: 'E' }, { key })),
    ];
  });
  expect(seen).toEqual({
    without: ['404 AUTH_ERR_APIKEY_NOT_FOUND', '200 ok'],
    with: ['403 AUTH_ERR_APIKEY_NOT_FOUND', '403 AUTH_ERR_NO_ACCESS'],
  });
});

test('limit, nextatend, total0 and numberids: how pages look', async () => {
  const seen = await sides('limit=2,nextatend,total0,numberids', async (opened) => {
    await importRows(opened, 'messages', { a: message('a'), b: message('b'), c: message('c') });
    const { data, meta } = (await opened.get('/messages')).json;
    const { pagination } = (await opened.get('/users')).json.meta;
    return [data.length, typeof data[0].id, meta.next !== undefined, pagination.total];
  });
  expect(seen).toEqual({ without: [3, 'string', false, 3], with: [2, 'number', true, 0] });
});
