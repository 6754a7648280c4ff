import { expect, test } from 'vitest';
import { type Json, openSandbox, temporaryFolder } from '../sandbox-client.ts';

const PUSH = '/notifications/push/v1/providers';
const code = (answer: { json: Json }) => answer.json.error?.code ?? 'ok';
const done = { success: true };

test('providers of pushes are found by their id and kept', async () => {
  using folder = temporaryFolder();
  const dataFile = `${folder.path}/data.sqlite`;
  const serviceAccountCreds = {
    project_id: 'p',
    client_email: 'e',
    private_key: 'secret',
    private_key_id: 'k',
  };
  const fcm = {
    providerId: 'main',
    serviceAccountFilename: 'main.json',
    serviceAccountCreds,
    notificationInPayload: { ios: { chat: true, call: false } },
  };
  {
    await using opened = await openSandbox({ dataFile });
    const list = async (kind: string) => (await opened.get(`${PUSH}/${kind}`)).json.data.pushProviders;
    expect((await opened.post(`${PUSH}/fcm`, fcm)).json.data).toEqual(done);
    expect(code(await opened.post(`${PUSH}/fcm`, fcm))).toBe('ERR_BAD_REQUEST');
    expect(
      (await opened.put(`${PUSH}/fcm`, { providerId: 'main', serviceAccountFilename: 'new.json' })).json.data,
    ).toEqual(done);
    expect(code(await opened.put(`${PUSH}/fcm`, { providerId: 'other' }))).toBe('ERR_BAD_REQUEST');
    expect(await list('fcm')).toEqual([{ ...fcm, serviceAccountFilename: 'new.json' }]);
    expect(await list('apns')).toEqual([]);
    const apns = { providerId: 'apple', keyId: 'k', p8Key: 'secret', productionMode: false };
    await opened.post(`${PUSH}/apns`, apns);
    expect(await list('apns')).toEqual([apns]);
    expect((await opened.put(`${PUSH}/fcm/default/main`)).json.data).toEqual(done);
    expect(code(await opened.put(`${PUSH}/apns/default/main`))).toBe('ERR_BAD_REQUEST');
    const wrong = [
      {},
      { providerId: 'x', serviceAccountCreds: { project_id: 'p' } },
      { providerId: 'x', notificationInPayload: { toaster: { chat: true } } },
      { providerId: 'x', notificationInPayload: { ios: { chat: 'yes' } } },
    ];
    for (const body of wrong) expect(code(await opened.post(`${PUSH}/fcm`, body))).toBe('ERR_BAD_REQUEST');
  }
  await using opened = await openSandbox({ dataFile });
  expect((await opened.remove(`${PUSH}/fcm/main`)).json.data).toEqual(done);
  expect((await opened.get(`${PUSH}/fcm`)).json.data).toEqual({ pushProviders: [] });
  expect(code(await opened.remove(`${PUSH}/fcm/main`))).toBe('ERR_BAD_REQUEST');
});

const custom = {
  isEnabled: true,
  webhookURL: 'https://hook.example/notify',
  useBasicAuth: true,
  basicAuthUsername: 'u',
  basicAuthPassword: 'p',
};

test.each([
  ['/notifications/push/v1/providers/custom', custom, 'webhookURL'],
  ['/notifications/sms/v1/providers/custom', { ...custom, useStoredPhNo: true }, 'useStoredPhNo'],
  ['/notifications/email/v1/providers/custom', { ...custom, useStoredEmailID: true }, 'useStoredEmailID'],
  [
    '/notifications/sms/v1/providers/twilio',
    {
      twilioAccountSID: 's',
      twilioAuthToken: 't',
      twilioSenderPhoneNumber: '+15550100',
      isEnabled: true,
    },
    'twilioAuthToken',
  ],
  [
    '/notifications/email/v1/providers/sendgrid',
    {
      sendGridApiKey: 'k',
      sendGridTemplateID: 't',
      sendGridUnsubscribeGroupID: 'g',
      senderName: 'S',
      senderEmail: 's@example.org',
      allowEmailReplies: false,
      isEnabled: true,
    },
    'senderEmail',
  ],
])('%s is set, replaced and removed', async (path, provider, needed) => {
  await using opened = await openSandbox();
  const isListed = path.includes('/push/');
  const shown = (one?: object) => (isListed ? { pushProviders: one ? [one] : [] } : (one ?? {}));
  const read = async () => (await opened.get(path)).json.data;
  expect(await read()).toEqual(shown());
  expect((await opened.post(path, provider)).json.data).toEqual(shown(provider));
  const { [needed]: _, ...without } = provider as Record<string, unknown>;
  const refused = await opened.put(path, without);
  expect([refused.status, Object.keys(refused.json.error.details)]).toEqual([400, [needed]]);
  expect(await read()).toEqual(shown(provider));
  const changed = { ...provider, isEnabled: false };
  expect((await opened.put(path, changed)).json.data).toEqual(shown(changed));
  expect((await opened.remove(path)).json.data).toEqual(done);
  expect(await read()).toEqual(shown());
});
