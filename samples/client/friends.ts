// Friends of users; friendship is mutual.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

for (const uid of ['ann', 'bob', 'cid']) await service.users.create({ uid, name: uid });
for (const [uid, { success, error }] of await service.friends.add('ann', ['bob', 'cid', 'nobody']))
  console.log(uid, success || error?.code);

await service.friends.remove('cid', ['ann']);
for await (const { uid } of service.friends.list('ann')) console.log('a friend of ann:', uid);

// With a new sandbox this prints:
// bob true
// cid true
// nobody ERR_UID_NOT_FOUND
// a friend of ann: bob
