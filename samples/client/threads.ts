// Threads: replies to a message, one level deep.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

for (const uid of ['ann', 'bob']) await service.users.create({ uid, name: uid });
const message = (text: string, receiver: string) =>
  ({ receiver, receiverType: 'user', data: { text } }) as const;
const { id } = await service.messages.send(message('Who comes?', 'bob'), { onBehalfOf: 'ann' });
await service.threads.send(id, message('I do', 'ann'), { onBehalfOf: 'bob' });

for await (const reply of service.threads.listMessages(id, { affix: 'append' }, { onBehalfOf: 'ann' }))
  console.log(reply.sender, reply.data?.text, reply.parentId === id);

await service.threads.subscribe(id, { onBehalfOf: 'ann' });
for await (const { data, replyCount } of service.threads.list({}, { onBehalfOf: 'ann' }))
  console.log(data?.text, replyCount);
await service.threads.unsubscribe(id, { onBehalfOf: 'ann' });

// With a new sandbox this prints:
// bob I do true
// Who comes? 1
