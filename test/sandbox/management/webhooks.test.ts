import { expect, test } from 'vitest';
import { openSandbox, temporaryFolder } from '../sandbox-client.ts';
import { managementOf, openManaged } from './receiver.ts';

const URL_HERE = 'http://localhost:9/hook';

test('a webhook is created, read, changed and deleted, and answers only documented fields', async () => {
  await using managed = await openManaged();
  const { manage, webhooks, hook } = managed;
  const made = await hook('orders', 'https://hooks.example.com/x', [], {
    useBasicAuth: true,
    username: 'user',
    password: 'secret-word',
  });
  const record = {
    id: 'orders',
    name: 'orders',
    webhookURL: 'https://hooks.example.com/x',
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  };
  expect([made.status, made.json]).toEqual([200, { data: record }]);
  expect((await manage('GET', `${webhooks}/orders`)).json).toEqual({ data: record });
  const changed = await manage('PUT', `${webhooks}/orders`, { name: 'Orders', webhookURL: URL_HERE });
  expect(changed.json.data).toEqual({ ...record, name: 'Orders', webhookURL: URL_HERE });
  expect((await manage('DELETE', `${webhooks}/orders`)).json.data).toEqual({
    success: true,
    message: 'Deleted Webhook successfully.',
  });
  const gone = await manage('GET', `${webhooks}/orders`);
  expect([gone.status, gone.json.error.code]).toEqual([404, 'ERR_WEBHOOK_NOT_FOUND']);
  expect((await manage('GET', '/apps/nobody/webhooks')).json.error.code).toBe('ERR_APP_NOT_FOUND');
});

test('the header X-Webhook-Version is accepted', async () => {
  await using managed = await openManaged();
  const { managementUrl, files } = managed.sandbox;
  const answer = await fetch(`${managementUrl}${managed.webhooks}`, {
    headers: {
      key: managed.secret(files.managementKey),
      secret: managed.secret(files.managementSecret),
      'X-Webhook-Version': '2',
    },
  });
  expect([answer.status, await answer.json()]).toMatchObject([200, { data: [] }]);
});

test('webhooks are listed page by page and by a text in their name; there are at most 25', async () => {
  await using managed = await openManaged();
  const { manage, webhooks, hook } = managed;
  for (let at = 0; at < 25; at++)
    await hook(`w${at}`, URL_HERE, [], { name: at < 3 ? `Billing ${at}` : 'Other' });
  const full = await hook('w25', URL_HERE, []);
  expect([full.status, full.json.error.code]).toEqual([400, 'ERR_PLAN_QUOTA_RESTRICTION']);
  const taken = await hook('w1', URL_HERE, []);
  expect([taken.status, taken.json.error.code]).toEqual([400, 'ERR_WEBHOOK_ALREADY_EXISTS']);
  const page = (await manage('GET', `${webhooks}?perPage=10&page=3`)).json;
  expect([page.data.length, page.meta.pagination.total]).toEqual([5, 25]);
  const found = (await manage('GET', `${webhooks}?searchKey=billing`)).json;
  expect(found.data.map(({ name }: { name: string }) => name)).toEqual([
    'Billing 0',
    'Billing 1',
    'Billing 2',
  ]);
});

test('each field is checked', async () => {
  await using managed = await openManaged();
  const { manage, webhooks } = managed;
  const good = { id: 'a', name: 'a', webhookURL: URL_HERE };
  const problems = async (over: object) => {
    const { status, json } = await manage('POST', webhooks, { ...good, ...over });
    expect(status, JSON.stringify(over)).toBe(400);
    return Object.keys(json.error.details);
  };
  expect(await problems({ id: undefined })).toEqual(['id']);
  expect(await problems({ id: 'i'.repeat(51) })).toEqual(['id']);
  expect(await problems({ name: 'n'.repeat(51) })).toEqual(['name']);
  expect(await problems({ webhookURL: undefined })).toEqual(['webhookURL']);
  for (const url of [
    `https://example.com/${'u'.repeat(255)}`,
    'http://example.com/',
    'http://127.0.0.1.example.com/',
    'http://10.0.0.1/',
    'https://user:pass@example.com/',
    'ftp://localhost/',
    'file:///etc/passwd',
    'no address',
  ]) {
    expect(await problems({ webhookURL: url }), url).toEqual(['webhookURL']);
  }
  expect(await problems({ useBasicAuth: true })).toEqual(['username', 'password']);
  expect(await problems({ useBasicAuth: true, username: 'a:b', password: 'x' })).toEqual(['username']);
  expect(await problems({ username: 'u'.repeat(51), password: 'p'.repeat(101) })).toEqual([
    'username',
    'password',
  ]);
  expect(await problems({ enabled: 'perhaps' })).toEqual(['enabled']);
  await manage('POST', webhooks, good);
  const login = await manage('PUT', `${webhooks}/a`, { useBasicAuth: true });
  expect([login.status, Object.keys(login.json.error.details)]).toEqual([400, ['username', 'password']]);
});

test('triggers are added with a result each, listed and removed', async () => {
  await using managed = await openManaged();
  const { manage, webhooks, hook } = managed;
  await hook('a', URL_HERE, []);
  const path = `${webhooks}/a/triggers`;
  const added = await manage('POST', path, {
    triggerIds: ['message_sent', 'call_ended', 'no_such', 'message_sent'],
  });
  expect(added.json.data).toEqual({
    message_sent: { success: true, message: 'Triggers has been added successfully.' },
    call_ended: { success: true, message: 'Triggers has been added successfully.' },
    no_such: { success: false, error: expect.objectContaining({ code: 'ERR_TRIGGER_NOT_FOUND' }) },
  });
  const listed = (await manage('GET', path)).json;
  expect(listed.data).toEqual([
    { id: 'call_ended', description: expect.any(String) },
    { id: 'message_sent', description: expect.any(String) },
  ]);
  expect(listed.meta.pagination.total).toBe(2);
  const removed = await manage('DELETE', path, { triggerIds: ['call_ended', 'never_added'] });
  expect(removed.json.data).toEqual({ success: true, message: 'Removed trigger successfully.' });
  expect((await manage('GET', path)).json.data.length).toBe(1);
  for (const triggerIds of [undefined, [], 'message_sent', [1]]) {
    expect((await manage('POST', path, { triggerIds })).status, String(triggerIds)).toBe(400);
  }
});

test('webhooks and their triggers are there after a restart', async () => {
  using folder = temporaryFolder();
  const dataFile = `${folder.path}/data.sqlite`;
  {
    await using opened = await openSandbox({ dataFile });
    await managementOf(opened).hook('kept', URL_HERE, ['message_sent']);
  }
  await using opened = await openSandbox({ dataFile });
  const { manage, webhooks } = managementOf(opened);
  expect((await manage('GET', `${webhooks}/kept/triggers`)).json.data.length).toBe(1);
});
