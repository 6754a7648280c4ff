// Apps of the account and their extensions, through `Management`, a client with an address and two keys of its own.
import { Management } from 'chatferry/client';

const {
  CHAT_MANAGEMENT_URL = '',
  CHAT_MANAGEMENT_KEY = '',
  CHAT_MANAGEMENT_SECRET = '',
  CHAT_CA,
} = process.env;
await using account = new Management({
  managementUrl: CHAT_MANAGEMENT_URL,
  key: CHAT_MANAGEMENT_KEY,
  secret: CHAT_MANAGEMENT_SECRET,
  caFile: CHAT_CA,
});

const { id = '', name } = await account.apps.create({ name: 'Shop', region: 'eu' });
console.log(name, typeof id);

await account.extensions.change(id, { enabled: ['polls'] });
for await (const one of account.extensions.list(id)) console.log(one.id, one.isActive);
await account.extensions.storeSettings(id, 'polls', { anonymous: true });
console.log((await account.extensions.getSettings(id, 'polls')).body);

for await (const { region } of account.apps.list({ searchKey: 'Shop' })) console.log(region);
console.log((await account.apps.delete(id)).success);

// With a new sandbox this prints:
// Shop string
// polls true
// { data: { settings: { anonymous: true } } }
// eu
// true
