import { type Check, type CheckContext, skip } from '../check.ts';
import { isGroupConversation, isUserConversation } from '../conversation-id.ts';
import { isTime, must, refused, same, sameSet } from '../expect.ts';
import { allOf, firstOf, newGroup, newUids, reads, removeLater, say, sayIn, writes } from '../rows.ts';

const NOT_ACCESSIBLE = ['ERR_CONVERSATION_NOT_ACCESSIBLE', 'ERR_CONVERSATION_NOT_FOUND'];

/** Creates two users; the first writes to the second, twice. */
async function newConversation(context: CheckContext) {
  const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
  const first = await say(context, ann, bob, 'one');
  return { ann, bob, first, second: await say(context, ann, bob, 'two') };
}

/** Creates a group with two members, of whom one writes twice. */
async function newGroupConversation(context: CheckContext) {
  const [ann = '', bob = ''] = await newUids(context, 'g-ann', 'g-bob');
  const { guid } = await newGroup(context, 'team', { owner: ann, members: { participants: [bob] } });
  const first = await sayIn(context, ann, guid, 'one');
  return { ann, bob, guid, first, second: await sayIn(context, ann, guid, 'two') };
}

/** Conversations as each of their users sees them. */
export const conversationChecks: readonly Check[] = [
  reads(
    'conversations are listed, and each can be read by its users',
    ['listConversations', 'getUserConversation', 'getGroupConversation'],
    async ({ service }) => {
      const { conversations } = service;
      let kinds = '';
      for (const { uid } of await firstOf(service.users.list({ perPage: 10 }), 10))
        for (const row of await firstOf(conversations.list({ perPage: 5 }, { onBehalfOf: uid }), 5)) {
          const { conversationType, conversationWith, conversationId } = row;
          const peer = String(conversationWith?.[conversationType === 'group' ? 'guid' : 'uid'] ?? '');
          must(peer, `the conversation ${conversationId} has no conversationWith`);
          const by = conversationType === 'group' ? conversations.withGroup : conversations.withUser;
          same(
            (await by.get(peer, { onBehalfOf: uid })).conversationId,
            conversationId,
            'the conversation by its peer',
          );
          kinds += conversationType;
          if (kinds.includes('user') && kinds.includes('group')) return;
        }
      if (kinds === '') skip('none of the first ten users has a conversation');
    },
  ),

  writes(
    'a conversation begins with its first message and is seen from both sides',
    ['getUserConversation', 'listConversations', 'getGroupConversation'],
    async (context) => {
      const { conversations } = context.service;
      const [one = '', two = ''] = await newUids(context, 'one', 'two');
      await refused(conversations.withUser.get(two, { onBehalfOf: one }), ...NOT_ACCESSIBLE);
      const { ann, bob, second } = await newConversation(context);
      for (const [mine, other] of [
        [ann, bob],
        [bob, ann],
      ] as const) {
        const { conversationId, conversationType, lastMessage, conversationWith } =
          await conversations.withUser.get(other, { onBehalfOf: mine });
        must(isUserConversation(conversationId, ann, bob), `the conversation is ${conversationId}`);
        same(
          [conversationType, lastMessage?.id, conversationWith?.['uid']],
          ['user', second.id, other],
          'the conversation',
        );
      }
      const inGroup = await newGroupConversation(context);
      const group = await conversations.withGroup.get(inGroup.guid, { onBehalfOf: inGroup.bob });
      must(
        isGroupConversation(group.conversationId, inGroup.guid),
        `the conversation is ${group.conversationId}`,
      );
      const listed = await allOf(conversations.list({ perPage: 1 }, { onBehalfOf: bob }));
      sameSet(
        listed.map(({ conversationWith }) => String(conversationWith?.['uid'])),
        [ann],
        'conversations of the user',
      );
    },
  ),

  writes(
    'tags of a conversation are kept and searched for',
    ['tagUserConversation', 'tagGroupConversation', 'listConversations'],
    async (context) => {
      const { conversations } = context.service;
      const { ann, bob } = await newConversation(context);
      await conversations.withUser.update(bob, { tags: ['pinned here'] }, { onBehalfOf: ann });
      same((await conversations.withUser.get(bob, { onBehalfOf: ann })).tags, ['pinned here'], 'tags');
      const found = await allOf(
        conversations.list({ tags: ['pinned here'], withTags: true }, { onBehalfOf: ann }),
      );
      same(
        found.map(({ tags }) => tags),
        [['pinned here']],
        'conversations with the tag',
      );
      const { guid, ann: admin } = await newGroupConversation(context);
      await conversations.withGroup.update(guid, { tags: ['group tag'] }, { onBehalfOf: admin });
      same(
        (await conversations.withGroup.get(guid, { onBehalfOf: admin })).tags,
        ['group tag'],
        'tags in a group',
      );
    },
  ),

  writes(
    'unread messages are counted, read and marked as unread between users',
    ['markUserDelivered', 'markUserRead', 'markUserUnread', 'getUserConversation'],
    async (context) => {
      const { withUser } = context.service.conversations;
      const { ann, bob, second } = await newConversation(context);
      const unread = async (): Promise<number | undefined> =>
        (await withUser.get(ann, { onBehalfOf: bob })).unreadMessageCount;
      same(await unread(), 2, 'unread messages at first');
      same(
        (await withUser.markAsDelivered(ann, {}, { onBehalfOf: bob })).success,
        true,
        'success of delivered',
      );
      same(await unread(), 2, 'unread messages after delivery');
      same((await withUser.markAsRead(ann, {}, { onBehalfOf: bob })).success, true, 'success of read');
      same(await unread(), 0, 'unread messages after they were read');
      await withUser.markAsUnread(ann, second.id, { onBehalfOf: bob });
      same(await unread(), 1, 'unread messages after one was marked');
    },
  ),

  writes(
    'unread messages are counted, read and marked as unread in a group',
    ['markGroupDelivered', 'markGroupRead', 'markGroupUnread', 'getGroupConversation'],
    async (context) => {
      const { withGroup } = context.service.conversations;
      const { bob, guid, second } = await newGroupConversation(context);
      const unread = async (): Promise<number> =>
        (await withGroup.get(guid, { onBehalfOf: bob })).unreadMessageCount ?? 0;
      must((await unread()) >= 2, 'two messages were written and fewer are unread');
      await withGroup.markAsDelivered(guid, {}, { onBehalfOf: bob });
      await withGroup.markAsRead(guid, {}, { onBehalfOf: bob });
      same(await unread(), 0, 'unread messages after they were read');
      await withGroup.markAsUnread(guid, second.id, { onBehalfOf: bob });
      same(await unread(), 1, 'unread messages after one was marked');
    },
  ),

  writes(
    'conversations are pinned and unpinned',
    ['pinUserConversation', 'unpinUserConversation', 'pinGroupConversation', 'unpinGroupConversation'],
    async (context) => {
      const { withUser, withGroup } = context.service.conversations;
      const { ann, bob } = await newConversation(context);
      same((await withUser.pin(bob, { onBehalfOf: ann })).pinnedBy, ann, 'who pinned it');
      const pinnedAt = async () => (await withUser.get(bob, { onBehalfOf: ann })).pinnedAt;
      must(isTime(await pinnedAt()), 'a pinned conversation has no time of that');
      await withUser.unpin(bob, { onBehalfOf: ann });
      must((await pinnedAt()) === undefined, 'an unpinned conversation is still pinned');
      const { ann: admin, guid } = await newGroupConversation(context);
      same((await withGroup.pin(guid, { onBehalfOf: admin })).conversationType, 'group', 'type');
      same((await withGroup.unpin(guid, { onBehalfOf: admin })).conversationType, 'group', 'type');
    },
  ),

  writes(
    'a conversation that one user resets stays for the other',
    ['resetUserConversation', 'resetGroupConversation'],
    async (context) => {
      const { conversations } = context.service;
      const { withUser, withGroup } = conversations;
      const { ann, bob, first } = await newConversation(context);
      // After ann has reset it, only bob can delete it.
      removeLater(context, () => conversations.delete(first.conversationId ?? '', { onBehalfOf: bob }));
      same((await withUser.reset(bob, {}, { onBehalfOf: ann })).success, true, 'success');
      await refused(withUser.get(bob, { onBehalfOf: ann }), ...NOT_ACCESSIBLE);
      same((await withUser.get(ann, { onBehalfOf: bob })).conversationWith?.['uid'], ann, 'the other side');
      const inGroup = await newGroupConversation(context);
      same(
        (await withGroup.reset(inGroup.guid, { onBehalfOf: inGroup.bob })).success,
        true,
        'success in a group',
      );
      const kept = await withGroup.get(inGroup.guid, { onBehalfOf: inGroup.ann });
      must(
        isGroupConversation(kept.conversationId, inGroup.guid),
        'the group has lost its conversation for the others',
      );
    },
  ),

  writes(
    'the deprecated calls read a conversation by its id and delete it for all',
    ['getConversation', 'deleteConversation'],
    async (context) => {
      const { conversations } = context.service;
      const { ann, bob, first } = await newConversation(context);
      const id = first.conversationId ?? '';
      must(
        isUserConversation((await conversations.get(id, { onBehalfOf: ann })).conversationId, ann, bob),
        'another conversation was read',
      );
      const { success, message } = await conversations.delete(id, { onBehalfOf: ann });
      same(success, true, 'success');
      must(message, 'the answer has no message');
      for (const [mine, other] of [
        [ann, bob],
        [bob, ann],
      ] as const)
        await refused(conversations.withUser.get(other, { onBehalfOf: mine }), ...NOT_ACCESSIBLE);
      removeLater(context, () => conversations.delete(id, { onBehalfOf: ann }));
      await refused(conversations.get(context.id('none'), { onBehalfOf: ann }), ...NOT_ACCESSIBLE);
    },
  ),
];
