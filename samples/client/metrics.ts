// Metrics: how an app is used. `fromDate` and `toDate` are seconds since 1970; times in the answers are milliseconds.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

for (const uid of ['ann', 'bob']) await service.users.create({ uid, name: uid });
for (const text of ['One', 'Two'])
  await service.messages.send(
    { receiver: 'bob', receiverType: 'user', data: { text } },
    { onBehalfOf: 'ann' },
  );

const { dataPoints = [] } = await service.metrics.messages();
console.log(dataPoints.reduce((sent, { messagesSent = 0 }) => sent + messagesSent, 0));

const now = Math.floor(Date.now() / 1_000);
const { metrics } = await service.metrics.usage({ fromDate: now - 86_400, toDate: now });
console.log(metrics?.active_users, metrics?.audio_minutes);

// With a new sandbox this prints:
// 2
// 1 0
