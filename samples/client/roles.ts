// Roles, permissions and restricted features: what users with a role may do, and members with a scope in one group.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });

await service.roles.create({ role: 'guest', name: 'Guest', settings: { listUsers: 'friendsOnly' } });
await service.roles.update('guest', { description: 'Looks around', unset: ['settings'] });
const { name, description, settings } = await service.roles.get('guest');
console.log(name, description, settings);

const { permissions } = await service.permissions.setByRole('guest', { sendMessage: 'deny' });
console.log(permissions);
await service.permissions.unsetByRole('guest', 'sendMessage');

for (const [feature, { success }] of await service.restrictedFeatures.restrict('guest', ['u.listUsers']))
  console.log(feature, success);
await service.restrictedFeatures.allow('guest', 'all');

for await (const { role } of service.roles.list()) console.log(role);
console.log((await service.roles.delete('guest')).message);

// With a new sandbox this prints:
// Guest Looks around undefined
// { sendMessage: 'deny' }
// u.listUsers true
// default
// guest
// Role guest has been deleted successfully.
