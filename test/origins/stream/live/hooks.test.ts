import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { HookRequest } from '../../../../src/origin/live/live-origin.ts';
import { streamLive } from '../../../../src/origin/stream/live/stream-live.ts';
import { Secret } from '../../../../src/service/transport/secret.ts';
import { fakeStream } from '../fake-stream.ts';
import { never } from '../reading.ts';
import { placeOf } from './place.ts';

const URL_OF_OURS = `https://relay.example.io/cf/stream/${'a'.repeat(32)}`;
const NO_SECRETS = { keys: [] };
const theirs = [
  {
    id: 'h1',
    enabled: true,
    hook_type: 'webhook',
    webhook_url: 'https://app.example.io/hook',
    event_types: [],
  },
  { id: 'h2', enabled: false, hook_type: 'sqs', sqs_queue_url: 'https://sqs', event_types: ['message.new'] },
];

test('ours is set beside those of others once, and exactly ours is removed', async () => {
  await using fake = await fakeStream();
  await using place = placeOf(fake);
  fake.writes.hooks.change({ event_hooks: theirs });
  const hooks = streamLive.hooks(place) ?? expect.fail('no hooks');
  await hooks.set(URL_OF_OURS, NO_SECRETS, never);
  await hooks.set(URL_OF_OURS, NO_SECRETS, never);
  expect(fake.log.filter((line) => line === 'PATCH /app')).toHaveLength(1);
  expect(await hooks.list(never)).toEqual([
    { id: 'h1', url: 'https://app.example.io/hook', isOurs: false },
    { id: expect.any(String), url: URL_OF_OURS, isOurs: true },
  ]);
  expect(fake.writes.hooks.list.slice(0, 2)).toEqual(theirs);
  expect(fake.writes.hooks.list[2]).toMatchObject({ enabled: true, hook_type: 'webhook' });
  await hooks.remove(URL_OF_OURS, never);
  await hooks.remove(URL_OF_OURS, never);
  expect(fake.writes.hooks.list).toEqual(theirs);
  expect(fake.log.filter((line) => line === 'PATCH /app')).toHaveLength(2);
});

test('one of ours that somebody has switched off is switched on', async () => {
  await using fake = await fakeStream();
  await using place = placeOf(fake);
  const off = { hook_type: 'webhook', webhook_url: URL_OF_OURS, event_types: ['message.new'] };
  fake.writes.hooks.change({ event_hooks: [...theirs, { ...off, enabled: true }] });
  await streamLive.hooks(place)?.set(URL_OF_OURS, NO_SECRETS, never);
  expect(fake.writes.hooks.list).toHaveLength(3);
  expect(fake.writes.hooks.list[2]?.['event_types']).toContain('reaction.deleted');
});

test('a webhook from before there were lists is not replaced', async () => {
  await using fake = await fakeStream();
  await using place = placeOf(fake);
  fake.writes.hooks.formerUrl = 'https://app.example.io/hook';
  await expect(streamLive.hooks(place)?.set(URL_OF_OURS, NO_SECRETS, never)).rejects.toMatchObject({
    hint: expect.stringContaining('hooks: manual'),
  });
  expect(fake.log).not.toContain('PATCH /app');
});

test.each([false, true])(
  'events that the app sends are genuine and can be read; packed: %s',
  async (isPacked) => {
    await using fake = await fakeStream();
    await using place = placeOf(fake);
    const received: HookRequest[] = [];
    let failures = 1;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const bytes = Buffer.concat(parts);
        const body = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
        received.push({ method, url, headers: headers as HookRequest['headers'], body });
        response.writeHead(failures-- > 0 ? 503 : 200).end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/stream/${'b'.repeat(32)}`;
    await streamLive.hooks(place)?.set(url, NO_SECRETS, never);
    fake.writes.hooks.isPacked = isPacked;
    const [cid = ''] = fake.app.channels.keys();
    const [by = ''] = fake.app.users.keys();
    fake.writes.by('POST', `/channels/${cid.replace(':', '/')}/message`, {
      message: { id: 'new-1', text: 'Grüße 👋', user_id: by },
    });
    await fake.writes.quiet();
    server.close();
    expect(received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2']);
    expect(new Set(received.map(({ headers }) => headers['x-webhook-id'])).size).toBe(1);
    for (const request of received) {
      expect(streamLive.isGenuine(request, { keys: [new Secret(fake.secret)] })).toBe(true);
      expect(streamLive.isGenuine(request, { keys: [new Secret('another-secret')] })).toBe(false);
      expect(streamLive.read(request, place.account)).toMatchObject({
        changes: [
          { entity: 'messages', key: 'new-1', kind: 'upsert', isNew: true, conversation: cid, sender: by },
        ],
      });
    }
  },
);
