import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressKey } from '../../src/input/rows/forms/address-key.ts';
import { openPipelineFile } from '../../src/pipeline/code/open-pipeline.ts';
import type { FileResolver } from '../../src/pipeline/files/fetch/fetched-file.ts';
import { openResolvers } from '../../src/pipeline/pull/file-resolvers.ts';
import { realSystem } from '../../src/system/system.ts';
import { runHere } from '../support/command-here.ts';
import { ChatApp } from './sendbird/chat-app.ts';
import { sendbirdHere } from './sendbird/sendbird-here.ts';
import { gatewayTo } from './service/gateway.ts';
import { appHere, folderHere, movePipeline } from './service/two-apps.ts';
import { changes } from './stream/stream-app.ts';
import { streamHere } from './stream/stream-here.ts';
import { daysAgo, TwilioData } from './twilio/twilio-data.ts';
import { twilioHere } from './twilio/twilio-here.ts';

const { signal } = new AbortController();
const BYTES = Buffer.from('a picture');
const SID = 'ME0123456789abcdef0123456789abcdef';

/** The resolver of a pipeline whose records were read. */
async function resolverOf(file: string, state: string): Promise<FileResolver> {
  const access = { env: {}, allowCode: false };
  const pipeline = await openPipelineFile(file, access);
  const prepared = join(state, 'prepared');
  const [resolver] = openResolvers(pipeline, { access, system: realSystem, prepared });
  if (!resolver) throw new Error('no resolver');
  return resolver;
}

async function bytesOf(resolver: FileResolver, key: string): Promise<Buffer | string | undefined> {
  expect(resolver.knows(key)).toBe(true);
  const found = await resolver.resolve(key, signal);
  if (!found) return undefined;
  if ('why' in found) return found.why;
  const answer = await fetch(found.url, { headers: found.headers });
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : `status ${answer.status}`;
}

const stateIn = (folder: string, name: string): string => join(folder, '.chatferry', name);

test('a media of Twilio is opened by its sid, and the address of its bytes gets no key', async () => {
  const data = new TwilioData().user('ann').user('ben');
  data.message(data.conversation('quay', ['ann', 'ben']), 'ann', daysAgo(3));
  await using at = await twilioHere(data);
  at.api.held.put(SID, BYTES);
  await using resolver = await resolverOf(at.here.pipeline, stateIn(at.here.folder, 'here'));
  const key = `https://mcs.us1.twilio.com/v1/Services/${data.service}/Media/${SID}`;
  expect(await bytesOf(resolver, key)).toEqual(BYTES);
  at.api.held.remove(SID);
  expect(await bytesOf(resolver, key)).toBe(undefined);
  expect(at.api.held.log).toEqual([{ path: `/held/${SID}`, withKey: false, status: 200 }]);
  for (const other of [
    `https://mcs.us1.twilio.com.example.com/v1/Services/${data.service}/Media/${SID}`,
    `https://mcs.us1.twilio.com/v1/Services/${data.service}/../../Media/${SID}`,
    `http://mcs.us1.twilio.com/v1/Services/${data.service}/Media/${SID}`,
    'https://example.com/a.png',
    'data:image/png;base64,AAAA',
    'no address',
  ])
    expect([other, resolver.knows(other)]).toEqual([other, false]);
});

test('what Twilio says of a media is judged: another scheme, no address, no JSON', async () => {
  await using at = await twilioHere(new TwilioData().user('ann'));
  await using resolver = await resolverOf(at.here.pipeline, stateIn(at.here.folder, 'here'));
  const key = `https://mcs.us1.twilio.com/v1/Services/IS${'0'.repeat(32)}/Media/${SID}`;
  for (const body of [
    JSON.stringify({ links: { content_direct_temporary: 'file:///etc/passwd' } }),
    JSON.stringify({ links: { content_direct_temporary: 'http://169.254.169.254/latest' } }),
    JSON.stringify({ links: { content_direct_temporary: 'https://user:password@example.com/a' } }),
    JSON.stringify({ links: null }),
    '[]',
    '<html>',
  ]) {
    at.api.options.fault = () => ({ status: 200, body });
    expect([body, await bytesOf(resolver, key)]).toEqual([body, 'silent']);
  }
  at.api.options.fault = () => ({ status: 403, body: '{"code":20403}' });
  expect(await bytesOf(resolver, key)).toBe('denied');
  at.api.options.fault = () => ({ status: 401, body: '{"code":20003}' });
  await expect(resolver.resolve(key, signal)).rejects.toMatchObject({ code: 'PULL.AUTH' });
});

test('a file of Sendbird that needs the key gets it, and no other host does', async () => {
  await using at = await sendbirdHere(new ChatApp());
  at.api.held.put('one.png', BYTES);
  await using resolver = await resolverOf(at.here.pipeline, stateIn(at.here.folder, 'here'));
  expect(await bytesOf(resolver, `${at.api.host}/held/one.png`)).toEqual(BYTES);
  const known = (key: string): boolean => resolver.knows(key);
  expect(known('https://file-ap-1.sendbird.com/0a1b/one.png')).toBe(true);
  for (const other of [
    'http://file-ap-1.sendbird.com/one.png',
    'https://file-ap-1.sendbird.com:8443/one.png',
    'https://user@file-ap-1.sendbird.com/one.png',
    'https://sendbird.com.example.com/one.png',
    'https://notsendbird.com/one.png',
  ])
    expect([other, known(other)]).toEqual([other, false]);
});

test('a message of Stream is read again for an address that has ended', async () => {
  await using at = await streamHere();
  const { app, held } = at.fake;
  held.opening.lifeMs = -1_000;
  const image_url = held.put('one.png', BYTES);
  const [cid = ''] = app.channels.keys();
  const [user = ''] = app.users.keys();
  changes(app).write(cid, 'with-file', user, Date.now() - 60_000, {
    attachments: [{ type: 'image', image_url }],
  });
  changes(app).write(cid, 'gone-file', user, Date.now() - 50_000, {
    attachments: [{ type: 'image', image_url: held.put('two.png', BYTES) }],
  });
  Object.assign(app.users.get(user) ?? {}, { image: held.put('face.png', BYTES) });
  Object.assign(app.channels.get(cid) ?? {}, { image: held.put('room.png', BYTES) });
  expect((await runHere(['validate', at.here.pipeline])).exitCode).toBe(0);
  const state = stateIn(at.here.folder, 'here');
  const resolver = await resolverOf(at.here.pipeline, state);
  held.opening.lifeMs = 60_000;
  app.messages.delete('gone-file');
  const keyOf = (name: string): string => addressKey(held.address(at.fake.address, name));
  at.fake.log.splice(0);
  expect(await bytesOf(resolver, keyOf('one.png'))).toEqual(BYTES);
  expect(at.fake.log).toEqual(['GET /messages/with-file']);
  expect(await bytesOf(resolver, keyOf('two.png'))).toBe(undefined);
  expect(await bytesOf(resolver, keyOf('room.png'))).toEqual(BYTES);
  expect(await bytesOf(resolver, keyOf('face.png'))).toEqual(BYTES);
  // Nothing that was read names it: it is asked as it stands.
  expect(await bytesOf(resolver, keyOf('never.png'))).toBe('status 403');
  expect(held.log.some(({ withKey }) => withKey)).toBe(false);
  await resolver[Symbol.asyncDispose]();
  expect(readdirSync(state).filter((name) => name.startsWith('records-'))).toEqual([]);
});

test('a message of the service is read again for an address that has ended', async () => {
  using place = folderHere();
  await using old = await appHere(place.folder, 'old');
  await using target = await appHere(place.folder, 'new');
  await using gateway = await gatewayTo(old);
  for (const uid of ['ann', 'ben']) await old.service.users.create({ uid, name: uid });
  const file = { name: 'one.png', mimeType: 'image/png', extension: 'png' };
  await old.service.messages.send(
    {
      receiver: 'ben',
      receiverType: 'user',
      category: 'message',
      type: 'image',
      data: { attachments: [{ ...file, url: 'https://held.example/media/one.png' }] },
    },
    { onBehalfOf: 'ann' },
  );
  gateway.held.put('media/one.png', BYTES);
  gateway.held.opening.lifeMs = -1_000;
  const pipeline = movePipeline(place.folder, gateway, target);
  expect((await runHere(['validate', pipeline])).exitCode).toBe(0);
  gateway.held.opening.lifeMs = 60_000;
  await using resolver = await resolverOf(pipeline, stateIn(place.folder, 'move'));
  const host = new URL(gateway.baseUrl).origin;
  const before = gateway.paths.length;
  expect(await bytesOf(resolver, `${host}/held/media/one.png`)).toEqual(BYTES);
  expect(gateway.paths.slice(before)).toEqual([expect.stringMatching(/^\/messages\/\d+$/)]);
  expect(gateway.held.log).toEqual([{ path: '/held/media/one.png', withKey: false, status: 200 }]);
});

test('an address of the service without a signature is exchanged for one with a token', async () => {
  using place = folderHere();
  await using target = await appHere(place.folder, 'new');
  let answer: (host: string, path: string) => string = () => '';
  const asked: unknown[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    asked.push([url, headers['apikey'] !== undefined]);
    response.end(answer(`http://${headers.host}`, url));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const old = { baseUrl: `${host}/v3`, keyFile: target.keyFile };
  await using resolver = await resolverOf(
    movePipeline(place.folder, old, target),
    stateIn(place.folder, 'move'),
  );
  const path = '/old/media/one.png';
  answer = (at) => JSON.stringify({ data: { url: `${at}${path}?fat=abc` } });
  expect(await resolver.resolve(host + path, signal)).toEqual({ url: `${host}${path}?fat=abc`, headers: {} });
  for (const other of [
    'https://example.com/old/media/one.png?fat=abc',
    `${host}/old/media/two.png?fat=abc`,
  ]) {
    answer = () => JSON.stringify({ data: { url: other } });
    expect(await resolver.resolve(host + path, signal)).toMatchObject({ why: 'silent' });
  }
  // What answers with the file itself needs no token.
  answer = () => 'a picture';
  expect(await resolver.resolve(host + path, signal)).toEqual({ url: host + path, headers: {} });
  expect(asked).toEqual(Array.from({ length: 4 }, () => [path, true]));
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});
