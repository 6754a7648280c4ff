// Users. The service writes uids in lower case. A role must exist before a user gets it. Other users do not see what is below
// `@private` in `metadata`.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

const { uid } = await service.users.create({ uid: 'Ann', name: 'Ann', role: 'default', tags: ['vip'] });
await service.users.create({
  uid: 'bob',
  name: 'Bob',
  metadata: { '@private': { email: 'bob@example.com' } },
});
await service.users.update(uid, { name: 'Ann A.', statusMessage: 'at sea', unset: ['avatar'] });

for await (const user of service.users.list({ searchKey: 'an', withTags: true }))
  console.log(user.uid, user.name, user.tags);

console.log((await service.users.deactivate(['bob', 'nobody'])).deactivatedUids);
console.log((await service.users.reactivate(['bob'])).reactivatedUids);
console.log((await service.users.delete('bob', { permanent: true })).message);

// With a new sandbox this prints:
// ann Ann A. [ 'vip' ]
// [ 'bob' ]
// [ 'bob' ]
// User with bob has been deleted successfully.
