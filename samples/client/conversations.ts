// Conversations: one exists from its first message on. `withUser` names the other user, `withGroup` the group.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

for (const uid of ['ann', 'bob']) await service.users.create({ uid, name: uid });
const text = { receiver: 'bob', receiverType: 'user', data: { text: 'Hello' } } as const;
await service.messages.send(text, { onBehalfOf: 'ann' });
const bob = { onBehalfOf: 'bob' };

const { conversationId, unreadMessageCount, lastMessage } = await service.conversations.withUser.get(
  'ann',
  bob,
);
console.log(conversationId, unreadMessageCount, lastMessage?.data?.text);
await service.conversations.withUser.markAsRead('ann', {}, bob);
await service.conversations.withUser.update('ann', { tags: ['family'] }, bob);

for await (const row of service.conversations.list({ withTags: true }, bob))
  console.log(row.conversationId, row.unreadMessageCount, row.tags);
console.log((await service.conversations.withUser.reset('ann', {}, bob)).message);

// With a new sandbox this prints:
// user_ann_user_bob 1 Hello
// user_ann_user_bob 0 [ 'family' ]
// The conversation user_ann_user_bob has been deleted successfully for UID bob.
