// AI agents: `built` ones are made of instructions, `own` ones run elsewhere and have an address. The sandbox keeps and
// returns them; none of them answers a message.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

const { uid } = await service.agents.built.create({
  name: 'Steward',
  instruction: 'Answer questions about the menu.',
});
await service.agents.built.update(uid, { description: 'Knows the menu' });
for (const { name, description } of await service.agents.built.list({ search: 'stew' }))
  console.log(name, description);

const own = await service.agents.own.create({
  name: 'Pilot',
  icon: 'https://pilot.example.com/icon.png',
  integrateWith: 'mastra',
  integrationType: 'remote',
  integrationMeta: { baseUrl: 'https://pilot.example.com/agent' },
});
for (const { name } of await service.agents.own.list()) console.log(name);
await service.agents.own.delete(own.uid);
await service.agents.own.delete(own.uid).catch(({ code }) => console.log(code));

// With a new sandbox this prints:
// Steward Knows the menu
// Pilot
// ERR_AGENT_NOT_FOUND
