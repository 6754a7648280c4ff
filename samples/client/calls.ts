// Records of audio and video calls. They have an address of their own, `callsBaseUrl`.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_CALLS_URL, CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({
  baseUrl: CHAT_URL,
  callsBaseUrl: CHAT_CALLS_URL,
  apiKey: CHAT_KEY,
  caFile: CHAT_CA,
});

for await (const { sessionId, status } of service.calls.list({ type: 'audio', status: 'ended' }))
  console.log(sessionId, status);
await service.calls.get('v1.us.none').catch(({ code }) => console.log(code));

// With a new sandbox this prints:
// ERR_CALL_SESSION_NOT_FOUND
