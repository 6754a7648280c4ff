import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { HookRequest } from '../../../../src/origin/live/live-origin.ts';
import { twilioLive } from '../../../../src/origin/twilio/live/twilio-live.ts';
import { Secret } from '../../../../src/service/transport/secret.ts';
import { fakeTwilio } from '../fake-twilio.ts';
import { talkative } from '../twilio-data.ts';
import { eventOf } from '../twilio-hooks.ts';
import { never, placeOf } from './place.ts';

const OURS = `https://relay.example.io/cf/twilio/${'a'.repeat(32)}`;
const NO_SECRETS = { keys: [] };

test.each([undefined, 'IS00000000000000000000000000000000'])(
  'ours is set once, and exactly ours is removed; service: %s',
  async (service) => {
    await using api = await fakeTwilio(talkative());
    await using place = placeOf(api, service);
    const hooks = twilioLive.hooks(place) ?? expect.fail('no hooks');
    expect(await hooks.list(never)).toEqual([]);
    const before = {
      ...api.hooks.config,
      pre_webhook_url: 'https://app.example.io/ask',
      filters: ['onMessageAdd'],
    };
    api.hooks.config = before;
    await hooks.set(OURS, NO_SECRETS, never);
    const requests = api.requests.length;
    await hooks.set(OURS, NO_SECRETS, never);
    expect(api.requests.length).toBe(requests + 1);
    expect(await hooks.list(never)).toEqual([{ id: 'post', url: OURS, isOurs: true }]);
    expect(api.hooks.config).toMatchObject({ pre_webhook_url: before.pre_webhook_url, method: 'POST' });
    expect(api.hooks.config['filters']).toEqual(
      expect.arrayContaining(['onMessageAdd', 'onMessageAdded', 'onUserUpdated']),
    );
    await hooks.remove(`${OURS.slice(0, -1)}b`, never);
    expect(api.hooks.config['post_webhook_url']).toBe(OURS);
    await hooks.remove(OURS, never);
    expect(api.hooks.config).toEqual(before);
  },
);

test('a webhook of others is not replaced, and its address is not told', async () => {
  await using api = await fakeTwilio(talkative());
  await using place = placeOf(api);
  const hooks = twilioLive.hooks(place) ?? expect.fail('no hooks');
  const theirs = {
    post_webhook_url: 'https://app.example.io/hook?token=s3cret',
    filters: ['onMessageAdded'],
  };
  api.hooks.config = { ...api.hooks.config, ...theirs };
  const error = await hooks.set(OURS, NO_SECRETS, never).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({
    code: 'LIVE.PUBLIC_URL',
    message: expect.stringContaining('app.example.io'),
  });
  expect(String(error)).not.toContain('s3cret');
  expect(api.hooks.config).toMatchObject(theirs);
  expect(await hooks.list(never)).toMatchObject([{ isOurs: false }]);
  api.hooks.config = {
    ...api.hooks.config,
    post_webhook_url: null,
    pre_webhook_url: 'https://app',
    method: 'GET',
  };
  await expect(hooks.set(OURS, NO_SECRETS, never)).rejects.toMatchObject({ code: 'LIVE.PUBLIC_URL' });
});

test('events that the account sends are genuine and can be read', async () => {
  await using api = await fakeTwilio(talkative());
  await using place = placeOf(api);
  const received: HookRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      received.push({
        method,
        url: `http://${headers.host}${url}`,
        headers: headers as HookRequest['headers'],
        body: Buffer.concat(parts),
      });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/twilio/${'b'.repeat(32)}`;
  await twilioLive.hooks(place)?.set(url, NO_SECRETS, never);
  const [quay = ''] = api.data.messages.keys();
  const row = api.data.messages.get(quay)?.at(-1) ?? expect.fail('no message');
  api.hooks.send(eventOf('onMessageAdded', { ...row, body: 'Grüße 👋 & = +' }));
  await api.hooks.quiet();
  server.close();
  const [request] = received;
  if (!request) throw new Error('nothing came');
  expect(twilioLive.isGenuine(request, { keys: [new Secret(api.hooks.token)] })).toBe(true);
  expect(twilioLive.isGenuine(request, { keys: [new Secret('another-token')] })).toBe(false);
  expect(twilioLive.read(request, place.account)).toMatchObject({
    changes: [{ entity: 'messages', key: row['sid'], rows: [{ row: { body: 'Grüße 👋 & = +' } }] }],
  });
});
