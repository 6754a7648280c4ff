import { endpoints } from '../../service/api/endpoints.ts';
import { type Check, type CheckContext, type EndpointName, skip } from '../check.ts';
import { must, refused, same } from '../expect.ts';
import { reads, writes } from '../rows.ts';

type Notifications = CheckContext['service']['notifications'];

/** The five kinds of providers of which an app has at most one, each with a body that changes nothing outside. */
const singlesOf = ({ push, sms, email }: Notifications) => {
  const custom = {
    isEnabled: false,
    webhookURL: 'https://conformance.example/none',
    useBasicAuth: true,
    basicAuthUsername: 'conformance',
    basicAuthPassword: 'conformance',
  };
  const account = { twilioAccountSID: 'c', twilioAuthToken: 'c', twilioSenderPhoneNumber: '+15550100' };
  const sender = {
    sendGridApiKey: 'c',
    sendGridTemplateID: 'c',
    sendGridUnsubscribeGroupID: 'c',
    senderName: 'Conformance',
    senderEmail: 'conformance@conformance.example',
    allowEmailReplies: false,
    isEnabled: false,
  };
  const bound = <T>(
    of: {
      get(): Promise<object>;
      add(body: T): Promise<object>;
      update(body: T): Promise<object>;
      remove(): Promise<object>;
    },
    body: T,
  ) => ({
    get: () => of.get(),
    add: () => of.add(body),
    update: () => of.update(body),
    remove: () => of.remove(),
  });
  return [
    bound(push.custom, custom),
    bound(sms.custom, { ...custom, useStoredPhNo: true }),
    bound(email.custom, { ...custom, useStoredEmailID: true }),
    bound(sms.twilio, { ...account, isEnabled: false }),
    bound(email.sendGrid, sender),
  ];
};

/** True if the answer of such a provider says that there is none. */
const isEmpty = (answer: object): boolean =>
  Object.values(answer).every((value) => Array.isArray(value) && value.length === 0);

/** Ends the check if the app notifies anybody: its settings would be lost if the check was killed. */
async function unused(notifications: Notifications): Promise<void> {
  const { push } = notifications;
  const singles = await Promise.all(singlesOf(notifications).map((one) => one.get()));
  const keyed = [...(await push.fcm.list()), ...(await push.apns.list())];
  if (keyed.length > 0 || !singles.every(isEmpty)) skip('the app has providers of notifications');
}

async function checkSettings({ service, later }: CheckContext): Promise<void> {
  const { settings } = service.notifications;
  const before = await settings.get();
  must(before.preferences && before.templates, 'the settings have no preferences or templates');
  later(() => settings.update(before as Parameters<typeof settings.update>[0]));
  same((await settings.update({ sound: { chat: 'conformance' } })).success, true, 'success of a change');
  const sound = async () => ((await settings.get()).sound as { readonly chat?: unknown } | undefined)?.chat;
  same(await sound(), 'conformance', 'the changed sound');
  same((await settings.reset()).success, true, 'success of a reset');
  must((await settings.get()).preferences, 'no settings after a reset');
  must((await sound()) !== 'conformance', 'the changed sound is still there after a reset');
}

async function checkKeyed(context: CheckContext, kind: 'fcm' | 'apns'): Promise<void> {
  const providers = context.service.notifications.push[kind];
  const providerId = context.id(kind);
  context.later(async () => {
    const left = (await providers.list()).some((one) => one['providerId'] === providerId);
    if (left) await providers.remove(providerId);
  });
  const idsOf = async () => (await providers.list()).map((one) => one['providerId']);
  await providers.add({ providerId });
  same(await idsOf(), [providerId], 'ids of the providers');
  await providers.update({ providerId });
  await providers.setDefault(providerId);
  await providers.remove(providerId);
  same(await idsOf(), [], 'ids of the providers after the removal');
}

async function checkSingles({ service, later }: CheckContext): Promise<void> {
  for (const one of singlesOf(service.notifications)) {
    later(async () => {
      if (!isEmpty(await one.get())) await one.remove();
    });
    await one.add();
    must(!isEmpty(await one.get()), 'a provider that was added is not there');
    await one.update();
    await one.remove();
    must(isEmpty(await one.get()), 'a provider that was removed is there');
  }
}

const KINDS = ['CustomPush', 'CustomSms', 'CustomEmail', 'Twilio', 'SendGrid'] as const;
const singleCalls: readonly EndpointName[] = KINDS.flatMap((kind): EndpointName[] => [
  `get${kind}Provider`,
  `add${kind}Provider`,
  `update${kind}Provider`,
  `remove${kind}Provider`,
]);
const keyedCalls: readonly EndpointName[] = (['Fcm', 'Apns'] as const).flatMap((kind): EndpointName[] => [
  `get${kind}Providers`,
  `add${kind}Provider`,
  `update${kind}Provider`,
  `remove${kind}Provider`,
  `setDefault${kind}Provider`,
]);

/** Settings and providers of the whole app. They are one check, because each would see the changes of the others. */
export const appNotificationChecks: readonly Check[] = [
  reads(
    'settings and providers of notifications are read',
    [...keyedCalls, ...singleCalls, 'getNotificationSettings' as const].filter(
      (name) => endpoints[name].method === 'GET',
    ),
    async ({ service }) => {
      const { notifications } = service;
      const { preferences, sound, templates } = await notifications.settings.get();
      must(preferences && sound && templates, 'the settings have no preferences, sound or templates');
      for (const kind of ['fcm', 'apns'] as const)
        for (const one of await notifications.push[kind].list())
          must(typeof one['providerId'] === 'string', `a provider of ${kind} has no providerId`);
      for (const one of singlesOf(notifications))
        must(await one.get(), 'a provider is answered with nothing');
    },
  ),

  writes(
    'settings and providers of notifications are kept, changed and removed',
    [
      'getNotificationSettings',
      'updateNotificationSettings',
      'resetNotificationSettings',
      ...keyedCalls,
      ...singleCalls,
    ],
    async (context) => {
      await unused(context.service.notifications);
      await checkSettings(context);
      await checkKeyed(context, 'fcm');
      await checkKeyed(context, 'apns');
      await checkSingles(context);
      await refused(
        context.service.notifications.settings.update({
          preferences: { group: { messagesSetting: 9 } },
        }),
        'ERR_BAD_REQUEST',
      );
    },
  ),
];
