// Data import: up to 50 rows in a call, with times in the past and without action messages. All times are seconds since
// 1970. Import users, then groups, members and messages, the oldest first. For whole files use a pipeline.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

const long = Date.UTC(2026, 0, 2) / 1_000;
await service.dataImport.users(['ann', 'bob'].map((uid) => ({ uid, name: uid, createdAt: long })));
await service.dataImport.groups([
  { guid: 'crew', name: 'Crew', type: 'public', owner: 'ann', createdAt: long },
]);
await service.dataImport.members([{ guid: 'crew', uid: 'bob', joinedAt: long + 60 }]);

const message = { sender: 'bob', receiver: 'crew', receiverType: 'group', data: { text: 'Ahoy' } } as const;
const outcomes = await service.dataImport.messages([
  { ...message, muid: 'm-1', sentAt: long + 120 },
  { ...message, muid: 'm-2', sentAt: long + 180, sender: 'nobody' },
]);
for (const [muid, { success, error }] of outcomes) console.log(muid, success || error?.code);
const again = await service.dataImport.messages([{ ...message, muid: 'm-1', sentAt: long + 120 }]);
console.log(again.get('m-1')?.error?.code);

// With a new sandbox this prints:
// m-1 true
// m-2 ERR_UID_NOT_FOUND
// ERR_IMPORT_MUID_ALREADY_EXISTS
