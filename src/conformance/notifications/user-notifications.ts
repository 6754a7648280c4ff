import { type Check, skip } from '../check.ts';
import { must, refused, same, sameSet } from '../expect.ts';
import { firstOf, newUids, newUser, reads, writes } from '../rows.ts';

const HOUR_MS = 3_600_000;

/** Checks of what a user chooses about notifications, and where it gets them. */
export const userNotificationChecks: readonly Check[] = [
  reads(
    'what a user gets of notifications is read',
    [
      'getNotificationPreferences',
      'getMutedConversations',
      'getNotificationTimezone',
      'getContactDetails',
      'getPushTokens',
    ],
    async ({ service }) => {
      const { preferences, mutes, contact, tokens } = service.notifications;
      const users = await firstOf(service.users.list({ perPage: 20 }), 20);
      const [first] = users;
      if (!first) skip('the app has no users');
      must((await preferences.get(first.uid)).preferences, 'a user has no preferences');
      for (const { until = 0 } of await mutes.list(first.uid))
        must(until > Date.now() - HOUR_MS, 'a mute that has ended is listed');
      must((await preferences.getTimezone(first.uid)) !== '', 'a user has no time zone');
      must(await contact.get({ onBehalfOf: first.uid }), 'a user has no contact details');
      for (const { uid } of users) {
        const [token] = await firstOf(service.authTokens.list(uid), 1);
        if (!token) continue;
        for (const one of await tokens.list(token.authToken)) same(one.uid, uid, 'uid of a push token');
        return;
      }
      skip('none of the first users has an auth token');
    },
  ),

  reads('the log of notifications is a page', ['listNotificationLogs'], async ({ service }) => {
    const { rows } = await service.notifications.logs({ channel: 'push' });
    must(rows.length <= 20, `a page of the log has ${rows.length} rows, more than 20`);
  }),

  writes(
    'choices of a user stand before the settings of the app, and are removed',
    ['getNotificationPreferences', 'updateNotificationPreferences', 'resetNotificationPreferences'],
    async (context) => {
      const { preferences } = context.service.notifications;
      const { uid } = await newUser(context, 'ann');
      const dnd = async (): Promise<unknown> => {
        const { preferences: own } = await preferences.get(uid);
        const { mute } = (own ?? {}) as { readonly mute?: Readonly<Record<string, unknown>> };
        return mute?.['dndPreferenceSetting'];
      };
      const before = await dnd();
      const changed = before === 2 ? 1 : 2;
      await preferences.update(uid, { mutePreferences: { dnd: changed } });
      same(await dnd(), changed, 'dndPreferenceSetting after the change');
      await preferences.reset(uid);
      same(await dnd(), before, 'dndPreferenceSetting after the reset');
    },
  ),

  writes(
    'conversations of a user are muted and unmuted',
    ['getMutedConversations', 'muteConversations', 'unmuteConversations'],
    async (context) => {
      const { mutes } = context.service.notifications;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const conversation = { id: bob, type: 'oneOnOne' } as const;
      await mutes.add(ann, [{ ...conversation, until: Date.now() + HOUR_MS }]);
      same(
        (await mutes.list(ann)).map(({ id }) => id),
        [bob],
        'muted conversations',
      );
      await mutes.remove(ann, [conversation]);
      same(await mutes.list(ann), [], 'muted conversations after the removal');
      await refused(mutes.add(ann, [{ ...conversation, until: 1 }]), 'ERR_BAD_REQUEST');
    },
  ),

  writes(
    'the time zone and the contact details of a user are kept',
    [
      'getNotificationTimezone',
      'updateNotificationTimezone',
      'getContactDetails',
      'updateContactDetails',
      'removeContactDetails',
    ],
    async (context) => {
      const { preferences, contact } = context.service.notifications;
      const { uid } = await newUser(context, 'ann');
      await preferences.setTimezone(uid, 'Asia/Tokyo');
      same(await preferences.getTimezone(uid), 'Asia/Tokyo', 'timezone');
      const by = { onBehalfOf: uid };
      const details = { email: 'conformance@conformance.example', phno: '+15550100' };
      await contact.update(details, by);
      const { email, phno } = await contact.get(by);
      same({ email, phno }, details, 'contact details');
      await contact.remove(by);
      same((await contact.get(by)).email, undefined, 'email after the removal');
    },
  ),

  writes(
    'push tokens are registered, listed and removed',
    ['registerPushToken', 'getPushTokens', 'removePushTokens', 'removePushToken'],
    async (context) => {
      const { tokens } = context.service.notifications;
      const { uid } = await newUser(context, 'ann');
      const { authToken } = await context.service.authTokens.create(uid);
      const names = ['one', 'two'].map((label) => context.id(label));
      for (const fcmToken of names) await tokens.register({ platform: 'fcm_android', authToken, fcmToken });
      const listed = async () => (await tokens.list(authToken)).map(({ pushToken }) => pushToken);
      sameSet(await listed(), names, 'push tokens');
      await tokens.remove(names[0] ?? '', authToken);
      same(await listed(), names.slice(1), 'push tokens after one was removed');
      await tokens.removeAll(authToken, { all: true });
      same(await listed(), [], 'push tokens after all were removed');
    },
  ),
];
