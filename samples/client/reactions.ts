// Reactions: an emoji or a short text of at most 45 characters; at most 25 different ones on a message.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

for (const uid of ['ann', 'bob']) await service.users.create({ uid, name: uid });
const { id } = await service.messages.send(
  { receiver: 'bob', receiverType: 'user', data: { text: 'We won' } },
  { onBehalfOf: 'ann' },
);
for (const uid of ['ann', 'bob']) await service.reactions.add(id, '🎉', { onBehalfOf: uid });
const { data } = await service.reactions.add(id, '👍', { onBehalfOf: 'bob' });
for (const { reaction, count } of data?.reactions ?? []) console.log(reaction, count);

for await (const { uid } of service.reactions.listByReaction(id, '🎉', {}, { onBehalfOf: 'ann' }))
  console.log('🎉', uid);
await service.reactions.remove(id, '🎉', { onBehalfOf: 'bob' });
let left = 0;
for await (const _ of service.reactions.list(id, {}, { onBehalfOf: 'ann' })) left++;
console.log(left);

// With a new sandbox this prints:
// 🎉 2
// 👍 1
// 🎉 bob
// 🎉 ann
// 2
