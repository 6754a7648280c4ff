// Webhooks of an app and their triggers, through `Management`. A webhook without triggers receives nothing. The service never
// returns its password.
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

let appId = '';
for await (const { id = '' } of account.apps.list()) appId = id;

await account.webhooks.create(appId, {
  id: 'audit',
  name: 'Audit',
  webhookURL: 'https://hooks.example.com/audit',
  useBasicAuth: true,
  username: 'chat',
  password: 'a secret of yours',
  retryOnFailure: true,
});
for (const [trigger, { success }] of await account.triggers.add(appId, 'audit', [
  'message_sent',
  'no_such_trigger',
]))
  console.log(trigger, success);

await account.webhooks.update(appId, 'audit', { enabled: false });
for await (const { id, name } of account.webhooks.list(appId)) console.log(id, name);
for await (const { id } of account.triggers.list(appId, 'audit')) console.log(id);
await account.triggers.remove(appId, 'audit', ['message_sent']);
console.log((await account.webhooks.delete(appId, 'audit')).message);

// With a new sandbox this prints:
// message_sent true
// no_such_trigger false
// audit Audit
// message_sent
// Deleted Webhook successfully.
