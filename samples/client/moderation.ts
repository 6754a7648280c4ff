// Moderation: rules for messages, and the messages that broke one or were flagged. A sent message is `pending` first. Read
// it again for `approved` or `disapproved`, or receive the webhooks `moderation_engine_approved` and `moderation_engine_blocked`.
import { ChatService } from 'chatferry/client';

const { CHAT_URL = '', CHAT_KEY = '', CHAT_CA } = process.env;
await using service = new ChatService({ baseUrl: CHAT_URL, apiKey: CHAT_KEY, caFile: CHAT_CA });
const { rules, keywords, blockedMessages, flaggedMessages } = service.moderation;

for (const uid of ['ann', 'bob']) await service.users.create({ uid, name: uid.toUpperCase() });
await keywords.create({ id: 'rude', name: 'Rude words', category: 'word', searchTerms: ['darn', 'heck'] });
await rules.create({
  id: 'polite',
  name: 'Be polite',
  action: ['blockMessage'],
  conditions: [
    {
      operand: 'text',
      operator: 'contains',
      category: 'word',
      isKeywordsReferencePresent: true,
      value: ['rude'],
    },
  ],
});

const send = (text: string) =>
  service.messages.send(
    { receiver: 'bob', receiverType: 'user', type: 'text', data: { text } },
    { onBehalfOf: 'ann' },
  );
const { id } = await send('Oh darn');
console.log((await service.messages.get(id)).data?.moderation?.status);

for await (const { ruleName, message } of blockedMessages.list()) console.log(ruleName, message?.data?.text);
console.log((await blockedMessages.review(id, { status: 'approved' })).message);

const nice = await send('Buy now');
await service.messages.flag(nice.id, { reasonId: 'spam' }, { onBehalfOf: 'bob' });
for await (const { flaggedBy = [] } of flaggedMessages.list())
  console.log(flaggedBy.map(({ uid, reasonName }) => `${uid}: ${reasonName}`));

// With a new sandbox this prints:
// disapproved
// Be polite Oh darn
// Message with ID 1 has been reviewed successfully.
// [ 'bob: Spam' ]
