import { expect, test } from 'vitest';
import { openManaged } from './receiver.ts';

/** What the sandbox cannot know of an extension, and when it was first named. */
const MORE = {
  name: expect.any(String),
  tagLine: '',
  description: '',
  author: '',
  createdAt: expect.any(Number),
};

test('extensions are turned on and off, with a result each, and listed', async () => {
  await using managed = await openManaged({ appId: 'first' });
  const { manage } = managed;
  const turned = await manage('POST', '/apps/first/extensions', {
    enabled: ['polls', 'tips'],
    disabled: ['gifs'],
  });
  expect(turned.json.data).toEqual({
    enabled: {
      polls: { success: true, message: expect.any(String) },
      tips: { success: true, message: expect.any(String) },
    },
    disabled: { gifs: { success: true, message: expect.any(String) } },
  });
  await manage('POST', '/apps/first/extensions', { disabled: ['tips'] });
  expect((await manage('GET', '/apps/first/extensions')).json.data).toEqual([
    { id: 'gifs', isActive: false, ...MORE },
    { id: 'polls', isActive: true, ...MORE },
    { id: 'tips', isActive: false, ...MORE },
  ]);
  expect((await manage('POST', '/apps/first/extensions', {})).status).toBe(400);
  const many = Array.from({ length: 100 }, (_, at) => `e${at}`);
  expect((await manage('POST', '/apps/first/extensions', { enabled: many })).json.error.code).toBe(
    'ERR_PLAN_QUOTA_RESTRICTION',
  );
});

test('settings of an extension are kept, changed and removed', async () => {
  await using managed = await openManaged({ appId: 'first' });
  const { manage } = managed;
  const path = '/apps/first/extensions/polls/v1/settings';
  expect((await manage('GET', path)).json.error.code).toBe('ERR_EXTENSION_NOT_FOUND');
  await manage('POST', '/apps/first/extensions', { enabled: ['polls'] });
  const answer = (settings: object) => ({
    statusCode: 200,
    success: true,
    responseTime: 0,
    body: { data: { settings } },
  });
  expect((await manage('GET', path)).json.data).toEqual(answer({}));
  expect((await manage('POST', path, { settings: { a: 1, b: { c: 2 } } })).json.data).toEqual(
    answer({ a: 1, b: { c: 2 } }),
  );
  expect((await manage('PUT', path, { settings: { a: 3 } })).json.data).toEqual(
    answer({ a: 3, b: { c: 2 } }),
  );
  expect((await manage('GET', path)).json.data).toEqual(answer({ a: 3, b: { c: 2 } }));
  const large = await manage('PUT', path, { settings: { text: 'x'.repeat(11_000) } });
  expect([large.status, Object.keys(large.json.error.details)]).toEqual([400, ['settings']]);
  const own = await managed.call('POST', `${managed.sandbox.managementUrl}${path}`, {
    key: null,
    headers: {
      key: managed.secret(managed.sandbox.files.managementKey),
      secret: managed.secret(managed.sandbox.files.managementSecret),
    },
    body: `{"settings":{"deep":${'['.repeat(5000)}${']'.repeat(5000)}}}`,
  });
  expect(own.status).toBe(400);
  expect((await manage('POST', path, {})).status).toBe(400);
  expect((await manage('DELETE', path)).json.data.body).toEqual({ data: { success: true } });
  expect((await manage('GET', path)).json.data).toEqual(answer({}));
});

test('settings of an extension that is off are refused', async () => {
  await using managed = await openManaged({ appId: 'first' });
  const { manage } = managed;
  await manage('POST', '/apps/first/extensions', { enabled: ['polls'], disabled: ['tips'] });
  const path = (id: string) => `/apps/first/extensions/${id}/v1/settings`;
  for (const method of ['GET', 'DELETE'] as const) {
    const { status, json } = await manage(method, path('tips'));
    expect([status, json.error.code]).toEqual([400, 'ERR_EXTENSION_INACTIVE']);
    expect((await manage(method, path('polls'))).status).toBe(200);
  }
  await manage('POST', '/apps/first/extensions', { enabled: ['tips'] });
  expect((await manage('GET', path('tips'))).status).toBe(200);
});
