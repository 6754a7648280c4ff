// Groups. Without `onBehalfOf` and `owner`, the system user owns a new group. A type is `public`, `password` or
// `private`.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

for (const uid of ['ann', 'bob']) await service.users.create({ uid, name: uid });
const group = await service.groups.create({
  guid: 'crew',
  name: 'Crew',
  type: 'private',
  owner: 'ann',
  members: { participants: ['bob'] },
});
console.log(group.guid, group.conversationId);

await service.groups.update('crew', { description: 'Those on board', tags: ['ship'] });
const { name, description, membersCount } = await service.groups.get('crew');
console.log(name, description, membersCount);

for await (const { guid, type } of service.groups.list(
  { tags: ['ship'], hasJoined: true },
  { onBehalfOf: 'bob' },
))
  console.log(guid, type);
console.log((await service.groups.delete('crew')).message);

// With a new sandbox this prints:
// crew group_crew
// Crew Those on board 2
// crew private
// Group with guid crew has been deleted successfully.
