import { expect, test } from 'vitest';
import { type Json, type Opened, openPopulated } from '../sandbox-client.ts';

const NOW = 1_700_000_000;
const TOKENS = '/notifications/push/v1/tokens';
const code = (answer: { json: Json }) => answer.json.error?.code ?? 'ok';

/** A new auth token of a user. */
const login = async (opened: Opened, uid: string): Promise<string> =>
  (await opened.post(`/users/${uid}/auth_tokens`, { force: true })).json.data.authToken;

test('push tokens are those of an auth token, or of all of its user', async () => {
  await using opened = await openPopulated({ clock: () => NOW * 1000 });
  const [phone, tablet, bobs] = [
    await login(opened, 'ann'),
    await login(opened, 'ann'),
    await login(opened, 'bob'),
  ];
  await opened.post('/notifications/push/v1/providers/fcm', { providerId: 'main' });
  await opened.put('/notifications/push/v1/providers/fcm/default/main');
  const register = async (body: object) => code(await opened.post(TOKENS, body));
  expect(await register({ platform: 'fcm_android', authToken: phone, fcmToken: 'f:1' })).toBe('ok');
  expect(await register({ platform: 'apns_ios_voip', authToken: tablet, voipToken: 'v1' })).toBe('ok');
  expect(await register({ platform: 'fcm_web', authToken: bobs, fcmToken: 'f2', providerId: 'main' })).toBe(
    'ok',
  );
  const list = async (authToken: string, all = false) =>
    (await opened.get(`${TOKENS}?authToken=${authToken}&all=${all}`)).json.data.pushTokens;
  const names = (tokens: Json) => tokens.map((one: Json) => one.pushToken).join(' ');
  const time = new Date(NOW * 1000).toISOString();
  expect(await list(phone)).toEqual([
    {
      authToken: phone,
      pushTokenType: 'chat',
      createdAt: time,
      platform: 'fcm_android',
      providerId: 'main',
      pushToken: 'f:1',
      uid: 'ann',
      updatedAt: time,
    },
  ]);
  expect(names(await list(tablet, true))).toBe('f:1 v1');
  const removed = await opened.remove(`${TOKENS}/f%3A1`, { body: { authToken: tablet } });
  expect(names(removed.json.data.pushTokens)).toBe('f:1');
  expect(
    names((await opened.remove(`${TOKENS}/f2`, { body: { authToken: phone } })).json.data.pushTokens),
  ).toBe('');
  await register({ platform: 'fcm_ios', authToken: phone, fcmToken: 'f3' });
  const all = await opened.remove(`${TOKENS}?all=true`, { body: { authToken: phone } });
  expect(names(all.json.data.pushTokens)).toBe('v1 f3');
  expect([names(await list(phone, true)), names(await list(bobs))]).toEqual(['', 'f2']);
});

test('a token that does not fit its platform or provider, or that nobody sends, is refused', async () => {
  await using opened = await openPopulated();
  const authToken = await login(opened, 'ann');
  await opened.post('/notifications/push/v1/providers/apns', { providerId: 'apple' });
  const base = { platform: 'fcm_android', authToken, fcmToken: 'f' };
  for (const [change, expected] of [
    [{ platform: 'fcm_toaster' }, 'ERR_BAD_REQUEST'],
    [{ platform: '__proto__' }, 'ERR_BAD_REQUEST'],
    [{ platform: 'apns_ios_device' }, 'ERR_BAD_REQUEST'],
    [{ providerId: 'apple' }, 'ERR_BAD_REQUEST'],
    [{ providerId: 'none' }, 'ERR_BAD_REQUEST'],
    [{ authToken: 'ann_1' }, 'AUTH_ERR_AUTH_TOKEN_NOT_FOUND'],
    [{ authToken: undefined }, 'ERR_BAD_REQUEST'],
    [{ fcmToken: 'x'.repeat(501) }, 'ERR_BAD_REQUEST'],
  ] as const) {
    expect([change, code(await opened.post(TOKENS, { ...base, ...change }))]).toEqual([change, expected]);
  }
  expect(code(await opened.get(TOKENS))).toBe('ERR_BAD_REQUEST');
  expect((await opened.get(`${TOKENS}?authToken=${authToken}`)).json.data.pushTokens).toEqual([]);
});

test('neither tokens nor secrets of providers are in the log or the web view', async () => {
  await using opened = await openPopulated();
  const authToken = await login(opened, 'ann');
  await opened.post(TOKENS, { platform: 'fcm_web', authToken, fcmToken: 'pushed' });
  await opened.get(`${TOKENS}?authToken=${authToken}`);
  await opened.remove(`${TOKENS}/pushed`, { body: { authToken } });
  const log = JSON.stringify(opened.events);
  expect(log).toContain(`${TOKENS}/…`);
  expect([log.includes('pushed'), log.includes(authToken)]).toEqual([false, false]);
  const headers = { 'x-view-token': opened.secret(opened.sandbox.files.viewToken) };
  for (const path of [
    `${TOKENS}?authToken=${authToken}`,
    '/notifications/push/v1/providers/fcm',
    '/notifications/push/v1/providers/custom',
    '/notifications/sms/v1/providers/twilio',
    '/notifications/email/v1/providers/sendgrid',
    '/notifications/v1/contact-details',
  ]) {
    const answer = await opened.get(path, { key: null, headers });
    expect([path, answer.status, code(answer)]).toEqual([path, 403, 'AUTH_ERR_NO_ACCESS']);
  }
  const settings = await opened.get('/notifications/v1/settings', { key: null, headers });
  expect(settings.status).toBe(200);
});
