import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { management } from '../../../src/service/client/management.ts';
import { all, fakeService, KEY, type Reply, refused, rejection } from './fake-service.ts';

describe('keys', () => {
  const everywhere = (secret: string): Reply => ({
    status: 404,
    body: {
      error: {
        code: 'AUTH_ERR_APIKEY_NOT_FOUND',
        message: `The key ${secret} does not exist.`,
        devMessage: secret,
        source: secret,
        details: { [secret]: [secret, encodeURIComponent(secret)], a: { b: secret } },
      },
    },
  });
  const odd = 'k"ey\\1+/=?&%';

  test.each([KEY, odd])('%s is in no error, however it is quoted', async (apiKey) => {
    const replies: Reply[] = [
      everywhere(apiKey),
      { ...everywhere(apiKey), status: 503 },
      { ...everywhere(apiKey), status: 200 },
      { status: 500, text: `<p>${apiKey}</p>` },
      { text: apiKey },
      { cut: true },
    ];
    for (const reply of replies) {
      const thrown = await refused(reply, { apiKey, outageMs: 200 });
      const shown = `${inspect(thrown, { depth: 20, showHidden: true })} ${JSON.stringify(thrown)} ${thrown.stack}`;
      for (const form of [apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)])
        expect(shown).not.toContain(form);
    }
  });

  test.each(['"', ':', '\\', '{', 'e', '4', 'error', '"code":', '[secret]'])(
    'that are as odd as %s spoil no error',
    async (apiKey) => {
      const said = { ...everywhere('a "quote": {4}'), status: 404 };
      expect(await refused(said, { apiKey })).toMatchObject({ status: 404, maybeDone: false });
      const { body } = said as { body: { error: object } };
      const plain = { status: 404, body: { error: { ...body.error, code: 'NO' } } };
      expect(await refused(plain, { apiKey })).toMatchObject({ code: 'NO', status: 404 });
      expect(await refused({ status: 503, text: apiKey }, { apiKey, outageMs: 200 })).toMatchObject({
        code: 'SERVICE.OUTAGE',
      });
    },
  );

  test('of digits are in no error, also where they are quoted as a number', async () => {
    const error = { code: 'NO', message: 'said', details: { key: 12345678, deep: [{ key: 12345678 }] } };
    const thrown = await refused({ status: 400, body: { error } }, { apiKey: '12345678' });
    expect(inspect(thrown, { depth: 20 })).not.toContain('12345678');
  });

  test('are looked for in an answer however deep it is', async () => {
    const depth = 200_000;
    const nested = `${'{"a":'.repeat(depth)}"${KEY}"${'}'.repeat(depth)}`;
    const text = `{"error":{"code":"NO","message":"said","details":{"a":${nested}}}}`;
    const thrown = await refused({ status: 400, text });
    expect(thrown.code).toBe('NO');
    expect(inspect(thrown, { depth: 100 })).not.toContain(KEY);
  });

  test('of the management are in no error', async () => {
    await using fake = await fakeService(({ headers }) =>
      everywhere(`${headers['key']} ${headers['secret']}`),
    );
    await using account = management({ managementUrl: fake.origin, key: 'mmmkey', secret: 'ssssecret' });
    const shown = inspect(await rejection(all(account.apps.list())), { depth: 20 });
    expect(shown).not.toMatch(/mmmkey|ssssecret/);
  });

  test('are not quoted where they are given in the wrong place', async () => {
    await using fake = await fakeService(() => ({}));
    const shown = inspect(await rejection(fake.service.users.get(`${KEY} `)), { depth: 20 });
    expect(shown).toContain('REQUEST.INVALID');
    expect(shown).not.toContain(KEY);
  });
});
