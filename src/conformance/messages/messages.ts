import { type Check, skip } from '../check.ts';
import { isGroupConversation, isUserConversation } from '../conversation-id.ts';
import { isTime, must, refused, same, sameSet } from '../expect.ts';
import {
  type AnsweredMessage,
  allOf,
  columnOf,
  firstOf,
  newGroup,
  newUids,
  reads,
  say,
  sayIn,
  talkingPair,
  writes,
} from '../rows.ts';

const CATEGORIES = ['message', 'custom', 'action', 'call', 'interactive', 'agentic'];

function isMessage({ id, sender, receiver, receiverType, category, sentAt }: AnsweredMessage): void {
  must(/^\d+$/.test(id), `the message id ${id} is not written in digits`);
  must(sender && receiver, `the message ${id} has no sender or no receiver`);
  must(receiverType === 'user' || receiverType === 'group', `the message ${id} goes to a ${receiverType}`);
  must(CATEGORIES.includes(category ?? ''), `the message ${id} is of the category ${category}`);
  must(isTime(sentAt), `sentAt of the message ${id} is no time in seconds`);
}

/** The message inside the action message with which the service answers an edit or a removal. */
function subjectOf(action: AnsweredMessage | undefined, what: string): Readonly<Record<string, unknown>> {
  must(action, 'the answer is no action message');
  same(
    [action.category, action.type, action.data?.action],
    ['action', 'message', what],
    'the action message',
  );
  const on = action.data?.entities?.['on'] as
    | { readonly entity?: Readonly<Record<string, unknown>> }
    | undefined;
  must(on?.entity, 'the action message has no data.entities.on.entity');
  return on.entity;
}

/** Messages between users and in groups. */
export const messageChecks: readonly Check[] = [
  reads(
    'messages are listed with their fields, and each can be read by its id',
    ['listMessages', 'getMessage'],
    async ({ service }) => {
      const listed = await firstOf(service.messages.list({ limit: 5 }), 5);
      if (listed.length === 0) skip('the app has no messages');
      for (const message of listed) isMessage(message);
      const kept = listed.find(
        ({ category, deletedAt }) => category === 'message' && deletedAt === undefined,
      );
      if (!kept) skip('the newest messages are all actions or deleted');
      const read = await service.messages.get(kept.id);
      same([read.id, read.sender, read.sentAt], [kept.id, kept.sender, kept.sentAt], 'the message by its id');
    },
  ),

  reads('a message id that does not exist is refused', ['getMessage'], async ({ service }) => {
    await refused(service.messages.get('999999999999999'), 'ERR_MESSAGE_ID_NOT_FOUND', 'ERR_MSG_NOT_FOUND');
  }),

  reads('messages between two users are listed', ['listUserMessages'], async (context) => {
    const [sender, receiver] = await talkingPair(context);
    const { messages } = context.service;
    const between = await firstOf(messages.listByUser(receiver, { limit: 5 }, { onBehalfOf: sender }), 5);
    must(between.length > 0, `no messages between ${sender} and ${receiver}`);
    for (const { receiverType } of between)
      same(receiverType, 'user', 'receiverType of a message between users');
  }),

  reads('messages of a group are listed', ['listGroupMessages'], async ({ service }) => {
    const { messages, groups } = service;
    for (const { guid } of await firstOf(groups.list({ perPage: 10 }), 10)) {
      const listed = await firstOf(messages.listByGroup(guid, { limit: 5 }), 5);
      for (const { receiver } of listed) same(receiver, guid, 'the receiver of a message of the group');
      if (listed.length > 0) return;
    }
    skip('no group of the first ten has messages');
  }),

  writes(
    'a text between users arrives',
    ['sendMessage', 'getMessage', 'listUserMessages'],
    async (context) => {
      const { messages } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const muid = context.id('muid');
      const sent = await say(context, ann, bob, 'Grüße 👋', { tags: ['conformance'], muid });
      isMessage(sent);
      same(
        [sent.sender, sent.receiver, sent.category, sent.type, sent.muid],
        [ann, bob, 'message', 'text', muid],
        'the message',
      );
      must(isUserConversation(sent.conversationId, ann, bob), `the conversation is ${sent.conversationId}`);
      same((await messages.get(sent.id)).data?.text, 'Grüße 👋', 'the text');
      const [listed] = await allOf(messages.listByUser(ann, { withTags: true }, { onBehalfOf: bob }));
      same([listed?.id, listed?.tags], [sent.id, ['conformance']], 'the message as the receiver lists it');
    },
  ),

  writes(
    'a text into a group arrives, and comes from members alone',
    ['sendMessage', 'listGroupMessages'],
    async (context) => {
      const { messages } = context.service;
      const [ann = '', out = ''] = await newUids(context, 'ann', 'out');
      const { guid } = await newGroup(context, 'team', { owner: ann });
      const sent = await sayIn(context, ann, guid, 'Hello team');
      must(isGroupConversation(sent.conversationId, guid), `the conversation is ${sent.conversationId}`);
      sameSet(
        await columnOf(messages.listByGroup(guid, { categories: ['message'] }), 'id'),
        [sent.id],
        'messages of the group',
      );
      await refused(sayIn(context, out, guid, 'I am not in it'), 'ERR_GROUP_NOT_JOINED', 'ERR_NOT_A_MEMBER');
    },
  ),

  writes('a custom message keeps its data', ['sendMessage', 'getMessage'], async (context) => {
    const [ann = ''] = await newUids(context, 'ann');
    const { guid } = await newGroup(context, 'team', { owner: ann });
    const customData = { lat: 50.94, name: 'Dom' };
    const { id } = await context.service.messages.send(
      { receiver: guid, receiverType: 'group', category: 'custom', type: 'location', data: { customData } },
      { onBehalfOf: ann },
    );
    const { category, type, data } = await context.service.messages.get(id);
    same([category, type, data?.['customData']], ['custom', 'location', customData], 'the message');
  }),

  writes('one message goes to many', ['sendMessage'], async (context) => {
    const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
    const { guid } = await newGroup(context, 'team', { owner: ann });
    const { messages, conversations } = context.service;
    const many = messages.sendToMany(
      { type: 'text', data: { text: 'to many' } },
      { uids: [bob], guids: [guid] },
      { onBehalfOf: ann },
    );
    must((await many) !== null, 'the answer is null');
    const [direct] = await allOf(messages.listByUser(bob, {}, { onBehalfOf: ann }));
    const [inGroup] = await allOf(messages.listByGroup(guid, { categories: ['message'] }));
    if (direct?.conversationId) await conversations.delete(direct.conversationId, { onBehalfOf: ann });
    same([direct?.data?.text, inGroup?.data?.text], ['to many', 'to many'], 'the message on both ways');
  }),

  writes('a message for nobody, into no group, without text is refused', ['sendMessage'], async (context) => {
    const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
    await refused(say(context, ann, context.id('nobody'), 'lost'), 'ERR_UID_NOT_FOUND');
    await refused(sayIn(context, ann, context.id('nothing'), ''), 'ERR_GUID_NOT_FOUND');
    await refused(
      say(context, ann, bob, ''),
      'ERR_EMPTY_MESSAGE_TEXT',
      'ERR_INVALID_MESSAGE_TEXT',
      'ERR_BAD_REQUEST',
    );
    await refused(say(context, context.id('nobody'), bob, 'from nobody'), 'ERR_UID_NOT_FOUND');
  }),

  writes(
    'an edit answers the action with the edited message in it',
    ['editMessage', 'getMessage'],
    async (context) => {
      const { messages } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const { id } = await say(context, ann, bob, 'before');
      const edited = await messages.update(id, { data: { text: 'after' } }, { onBehalfOf: ann });
      same(String(subjectOf(edited.actionMessage, 'edited')['id']), id, 'the id of the edited message');
      const read = await messages.get(id);
      same([read.data?.text, read.editedBy], ['after', ann], 'the text and who edited it');
      must(isTime(read.editedAt), 'the edited message has no editedAt');
      await refused(
        messages.update(id, { data: { text: 'not mine' } }, { onBehalfOf: bob }),
        'ERR_MESSAGE_NOT_A_SENDER',
        'ERR_MESSAGE_NO_ACCESS',
        'ERR_MESSAGE_ACTION_NOT_ALLOWED',
      );
    },
  ),

  writes(
    'a deleted message leaves a mark, a permanently deleted one nothing',
    ['deleteMessage', 'getMessage', 'listUserMessages'],
    async (context) => {
      const { messages } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const soft = await say(context, ann, bob, 'soft');
      const hard = await say(context, ann, bob, 'hard');
      const { actionMessage } = await messages.delete(soft.id, {}, { onBehalfOf: ann });
      subjectOf(actionMessage, 'deleted');
      // Newer versions of the service add no action message here.
      await messages.delete(hard.id, { permanent: true }, { onBehalfOf: ann });
      const { deletedAt, deletedBy, data } = await messages.get(soft.id);
      must(isTime(deletedAt), 'the deleted message has no deletedAt');
      same([deletedBy, data?.text], [ann, undefined], 'who deleted it, and the text that is left');
      await refused(messages.get(hard.id), 'ERR_MESSAGE_ID_NOT_FOUND', 'ERR_MSG_NOT_FOUND');
      const listed = (query: object) =>
        columnOf(messages.listByUser(bob, { categories: ['message'], ...query }, { onBehalfOf: ann }), 'id');
      sameSet(await listed({ hideDeleted: true }), [], 'messages without deleted ones');
      sameSet(await listed({ onlyDeleted: true }), [soft.id], 'deleted messages');
    },
  ),

  writes('a user sends as a bot', ['sendBotMessage'], async (context) => {
    const [bot = ''] = await newUids(context, 'bot');
    const { guid } = await newGroup(context, 'team', { owner: bot });
    const send = context.service.messages.sendAsBot(bot, {
      receiver: guid,
      receiverType: 'group',
      type: 'text',
      data: { text: 'beep' },
    });
    // In a service with separate bots, an ordinary user is no bot.
    const sent = await send.catch((error: { code?: string }) =>
      error.code === 'ERR_BOT_NOT_FOUND' ? undefined : Promise.reject(error),
    );
    if (!sent) skip('the service wants a bot, and there is no call that makes one');
    same([sent.sender, sent.data?.text], [bot, 'beep'], 'the message');
  }),
];
