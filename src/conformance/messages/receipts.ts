import type { Check } from '../check.ts';
import { isTime, must, refused, same, sameSet } from '../expect.ts';
import { allOf, columnOf, newUids, say, writes } from '../rows.ts';

/** Checks of what happens to messages after they are sent: delivered, read, deleted for one side, or refused. */
export const receiptChecks: readonly Check[] = [
  writes(
    'delivery and reading are stamped on messages between users',
    ['markUserDelivered', 'markUserRead', 'getMessage'],
    async (context) => {
      const { messages, conversations } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const { id, readAt } = await say(context, ann, bob, 'read me');
      same(readAt, undefined, 'readAt of a message that nobody has read');
      await conversations.withUser.markAsDelivered(ann, { messageId: id }, { onBehalfOf: bob });
      must(isTime((await messages.get(id)).deliveredAt), 'the delivered message has no deliveredAt');
      await conversations.withUser.markAsRead(ann, { messageId: id }, { onBehalfOf: bob });
      must(isTime((await messages.get(id)).readAt), 'the read message has no readAt');
    },
  ),

  writes(
    'a user who has reset a conversation sees only messages that come later',
    ['resetUserConversation', 'listUserMessages', 'listConversations'],
    async (context) => {
      const { messages, conversations } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const old = await say(context, ann, bob, 'old');
      await conversations.withUser.reset(bob, {}, { onBehalfOf: ann });
      const listed = (mine: string, other: string) =>
        columnOf(messages.listByUser(other, {}, { onBehalfOf: mine }), 'id');
      sameSet(await listed(ann, bob), [], 'messages for the user who has reset it');
      sameSet(await listed(bob, ann), [old.id], 'messages for the other user');
      const later = await say(context, bob, ann, 'new');
      sameSet(await listed(ann, bob), [later.id], 'messages after a new one');
      const [shown] = await allOf(conversations.list({}, { onBehalfOf: ann }));
      same(shown?.lastMessage?.id, later.id, 'the last message');
    },
  ),

  writes('unread conversations are listed', ['listConversations', 'markUserRead'], async (context) => {
    const { conversations } = context.service;
    const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
    await say(context, ann, bob, 'unread');
    const unread = async (): Promise<number> =>
      (await allOf(conversations.list({ unread: true, conversationType: 'user' }, { onBehalfOf: bob })))
        .length;
    same(await unread(), 1, 'unread conversations');
    await conversations.withUser.markAsRead(ann, {}, { onBehalfOf: bob });
    same(await unread(), 0, 'unread conversations after reading');
  }),

  writes(
    'nobody writes to a deactivated user, nor as one',
    ['sendMessage', 'deleteUser', 'reactivateUsers'],
    async (context) => {
      const { users } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      await users.deactivate(bob);
      await refused(say(context, ann, bob, 'anybody there?'), 'ERR_UID_NOT_FOUND');
      await refused(say(context, bob, ann, 'here'), 'ERR_UID_NOT_FOUND');
      await users.reactivate([bob]);
      await say(context, ann, bob, 'welcome back');
    },
  ),
];
