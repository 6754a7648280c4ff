// Notifications: what an app sends, what its users want, their devices, and the providers that deliver. Choices are 1 none,
// 2 all, 3 only mentions. `until` is milliseconds since 1970. The sandbox keeps and returns all of it and sends nothing.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

await service.users.create({ uid: 'ann', name: 'Ann' });
await service.groups.create({ guid: 'crew', name: 'Crew', type: 'public', owner: 'ann' });
const ann = { onBehalfOf: 'ann' };
const { notifications } = service;

await notifications.preferences.setTimezone('ann', 'Asia/Tokyo');
await notifications.preferences.update('ann', { groupPreferences: { groupMessages: 3 } });
await notifications.contact.update({ email: 'ann@example.com' }, ann);
console.log(await notifications.preferences.getTimezone('ann'), (await notifications.contact.get(ann)).email);

const until = Date.now() + 3_600_000;
await notifications.mutes.add('ann', [{ id: 'crew', type: 'group', until }]);
for (const { id, type } of await notifications.mutes.list('ann')) console.log('muted:', type, id);

await notifications.push.fcm.add({ providerId: 'android' });
const { authToken } = await service.authTokens.create('ann');
await notifications.tokens.register({
  platform: 'fcm_android',
  providerId: 'android',
  authToken,
  fcmToken: 'device-1',
});
for (const { platform, pushToken } of await notifications.tokens.list(authToken))
  console.log(platform, pushToken);
console.log((await notifications.settings.reset()).success);

// With a new sandbox this prints:
// Asia/Tokyo ann@example.com
// muted: group crew
// fcm_android device-1
// true
