// Blocked users: a block stops messages in both directions. What is sent during a block never appears later.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

for (const uid of ['ann', 'bob']) await service.users.create({ uid, name: uid });
await service.blockedUsers.block('ann', ['bob']);
for await (const { uid } of service.blockedUsers.list('ann')) console.log('blocked by ann:', uid);

const message = { receiver: 'ann', receiverType: 'user', data: { text: 'Hello?' } } as const;
await service.messages.send(message, { onBehalfOf: 'bob' }).catch(({ code }) => console.log(code));
const outcomes = await service.blockedUsers.unblock('ann', ['bob']);
console.log(outcomes.get('bob')?.success);

// With a new sandbox this prints:
// blocked by ann: bob
// ERR_BLOCKED_SENDER
// true
