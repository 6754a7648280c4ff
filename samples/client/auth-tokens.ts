// Auth tokens: each logs one user in through the client SDK and does not expire. A token is a secret: never print or log
// one.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

await service.users.create({ uid: 'ann', name: 'Ann' });
const { authToken } = await service.authTokens.create('ann');
await service.authTokens.update('ann', authToken, { platform: 'ios', appInfo: { version: '4.2' } });

for await (const token of service.authTokens.list('ann'))
  console.log(token.platform, token.authToken === authToken);

await service.authTokens.delete('ann', authToken);
console.log((await service.authTokens.flush('ann')).message);

// With a new sandbox this prints:
// ios true
// Cleared Auth Tokens successfully for uid ann.
