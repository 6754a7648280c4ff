// API keys of the app, at most 25. `fullAccess` may do everything; `authOnly` may create users and auth tokens.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

const { apiKey, name } = await service.apiKeys.create({ name: 'Backend', scope: 'fullAccess' });
await service.apiKeys.update(apiKey, { name: 'Login', scope: 'authOnly' });
console.log(name, (await service.apiKeys.get(apiKey)).name);

for await (const key of service.apiKeys.list({ scope: 'authOnly' })) console.log(key.name, key.scope);
await service.apiKeys.delete(apiKey);
await service.apiKeys.get(apiKey).catch(({ code }) => console.log(code));

// With a new sandbox this prints:
// Backend Login
// Auth Key authOnly
// Login authOnly
// ERR_APIKEY_NOT_FOUND
