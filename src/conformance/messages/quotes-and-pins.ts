import { type Check, skip } from '../check.ts';
import { must, refused, same } from '../expect.ts';
import { columnOf, newGroup, newUids, reads, say, writes } from '../rows.ts';

/** Quoted messages, and conversations that the app pins for all users. */
export const quoteAndPinChecks: readonly Check[] = [
  writes('a message quotes another, and lists can leave out quotes', ['sendMessage'], async (context) => {
    const { messages } = context.service;
    const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
    const quoted = await say(context, ann, bob, 'first');
    const sent = await messages.send(
      { receiver: ann, receiverType: 'user', data: { text: 'indeed' }, quotedMessageId: quoted.id },
      { onBehalfOf: bob },
    );
    const read = await messages.get(sent.id);
    must(read.quotedMessage, 'the message does not have the message that it quotes');
    same(String(read.quotedMessage['id']), quoted.id, 'the quoted message');
    const query = { hideQuotedMessages: true, categories: ['message'] } as const;
    same(
      await columnOf(messages.listByUser(bob, query, { onBehalfOf: ann }), 'id'),
      [quoted.id],
      'messages without quotes',
    );
  }),

  reads(
    'the conversations that the app pins are listed',
    ['listPinnedConversations'],
    async ({ service }) => {
      const pins = await service.conversations.listPinned();
      must(pins.length <= 5, `the app has pinned ${pins.length} conversations, more than 5`);
      for (const { pinnedBy } of pins) must(pinnedBy !== undefined, 'a pinned conversation has no pinnedBy');
    },
  ),

  writes(
    'the app pins conversations in its order, and no user can pin them then',
    ['setPinnedConversations', 'listPinnedConversations', 'pinGroupConversation'],
    async (context) => {
      const { conversations } = context.service;
      if ((await conversations.listPinned()).length > 0) skip('the app has pins of its own');
      const [ann = ''] = await newUids(context, 'ann');
      const { guid } = await newGroup(context, 'pinned', { owner: ann, members: { admins: [ann] } });
      context.later(() => conversations.setPinned([]));
      same(
        (await conversations.setPinned([{ guid }, { uid: ann }, { guid }])).length,
        2,
        'pins that were set',
      );
      const pins = await conversations.listPinned();
      same(
        pins.map(({ conversationType }) => conversationType),
        ['group', 'user'],
        'types of the pinned conversations',
      );
      await refused(conversations.withGroup.pin(guid, { onBehalfOf: ann }), 'ERR_SYSTEM_PINNED_CONVERSATION');
      await refused(
        conversations.setPinned(Array.from({ length: 6 }, (_, n) => ({ uid: context.id(`none-${n}`) }))),
        'ERR_SYSTEM_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
      );
    },
  ),
];
