// Members of groups and bans. `add` accepts at most 25 uids in one call, and writes an action message; the data import
// writes none.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

for (const uid of ['ann', 'bob', 'cid']) await service.users.create({ uid, name: uid });
await service.groups.create({ guid: 'crew', name: 'Crew', type: 'public', owner: 'ann' });

const { moderators, participants } = await service.members.add('crew', {
  moderators: ['bob'],
  participants: ['cid', 'nobody'],
});
for (const [uid, { success, error }] of [...moderators, ...participants])
  console.log(uid, success ? 'added' : error?.code);

await service.members.changeScope('crew', 'cid', 'moderator');
for await (const { uid, scope } of service.members.list('crew', { scopes: ['moderator'] }))
  console.log(uid, scope);

await service.members.kick('crew', 'bob');
await service.bannedUsers.ban('crew', 'cid');
for await (const { uid } of service.bannedUsers.list('crew')) console.log('banned:', uid);
await service.bannedUsers.unban('crew', 'cid');

// With a new sandbox this prints:
// bob added
// cid added
// nobody ERR_UID_NOT_FOUND
// bob moderator
// cid moderator
// banned: cid
