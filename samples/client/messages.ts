// Messages. Without `onBehalfOf`, the system user is the sender. Lists begin with the newest message. If the answer to a
// sent message was lost, the error has `maybeDone: true`: look for its `muid` before you send it again.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

for (const uid of ['ann', 'bob']) await service.users.create({ uid, name: uid });
const ann = { onBehalfOf: 'ann' };
const { id } = await service.messages.send(
  { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'Helo Bob' } },
  ann,
);

const edited = await service.messages.update(id, { data: { text: 'Hello Bob' } }, ann);
console.log(edited.data?.text, edited.editedBy, edited.actionMessage?.data?.action);

await service.messages.pin(id, ann);
await service.messages.send({ receiver: 'bob', receiverType: 'user', data: { text: 'How are you?' } }, ann);
for await (const { data } of service.messages.listByUser(
  'bob',
  { affix: 'append', categories: ['message'] },
  ann,
))
  console.log(data?.text);

const deleted = await service.messages.delete(id, {}, ann);
console.log(deleted.id === id, deleted.deletedBy, deleted.actionMessage?.data?.action);

// With a new sandbox this prints:
// Hello Bob ann edited
// Hello Bob
// How are you?
// true ann deleted
