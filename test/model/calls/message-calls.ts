import fc from 'fast-check';
import { forReading, writable, writeAction } from '../message-rules.ts';
import { type Kind, low, type Message, peersOf, type ServiceModel, SYSTEM } from '../service-model.ts';
import { step, type Weighted } from '../step.ts';
import { guid, kept, maybeActor, some, tags, uid, which } from '../values.ts';
import { refused, type Verdict } from '../verdict.ts';
import { messageView, receiverOf } from '../views.ts';
import { actorOf } from '../world.ts';

/** What is sent. */
type Content = {
  type: string;
  category?: string;
  data: Record<string, unknown>;
  tags?: readonly string[] | undefined;
  muid?: string | undefined;
};

const words = fc.constantFrom('hello', 'see <@uid:bob>', 'Hi <@uid:NOBODY> <@uid:Ann>');
const maybeBlank = fc.oneof(
  { weight: 9, arbitrary: words },
  { weight: 1, arbitrary: fc.constantFrom('', ' \n') },
);
const content = { text: maybeBlank, metadata: fc.constant({ m: 1 }) };
const textData = fc.record(content, { requiredKeys: ['text'] });
const receiver = fc.oneof(
  fc.record({ receiverType: fc.constant<Kind>('user'), receiver: uid }),
  fc.record({ receiverType: fc.constant<Kind>('group'), receiver: guid }),
);
const custom = fc.constant({ category: 'custom', type: 'vote', data: { customData: { n: 1 } } });
const kind = fc.oneof<fc.WeightedArbitrary<Omit<Content, 'tags' | 'muid'>>[]>(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('text'), data: textData }) },
  { weight: 1, arbitrary: custom },
);

/** The message that a call means: of all there ever were, counted from the last. */
export function messageAt(model: ServiceModel, index: number): number {
  const { everMessages: ids } = model;
  return ids.at(-1 - (index % Math.max(1, ids.length))) ?? 999_999;
}

const isBlank = ({ category, data }: Pick<Content, 'category' | 'data'>): boolean =>
  category !== 'custom' && String(data['text'] ?? '').trim() === '';

/** Sends, unless the sender may not; the receiver is looked at before the text, which is documented. */
function deliver(
  model: ServiceModel,
  sender: string,
  to: { receiverType: Kind; receiver: string },
  sent: Content,
  parentId?: number,
): Verdict {
  const receiverId = low(to.receiver);
  const codes = writable(model, sender, to.receiverType, receiverId);
  if (codes.length > 0) return refused(...codes);
  if (isBlank(sent)) return refused('ERR_EMPTY_MESSAGE_TEXT');
  const message = model.add({
    ...peersOf(to.receiverType, sender, receiverId),
    sender,
    muid: sent.muid,
    category: sent.category ?? 'message',
    type: sent.type,
    data: sent.data,
    tags: kept(sent.tags),
    sentAt: model.now,
    updatedAt: model.now,
    parentId,
    counts: true,
  });
  return { data: messageView(model, message) };
}

const more = { tags, muid: fc.constantFrom('m1', 'm2') };

/** Sends a message. */
export const send = step({
  name: 'send message',
  weight: 10,
  params: fc.record({
    to: receiver,
    kind,
    more: some(more),
    as: fc.option(uid, { nil: undefined, freq: 6 }),
  }),
  call: ({ to, kind: sent, more: rest, as }) => ({
    method: 'POST',
    path: '/messages',
    as,
    body: { ...to, ...sent, ...rest },
  }),
  expect: (model, { to, kind: sent, more: rest }, call) =>
    deliver(model, actorOf(call), to, { ...sent, ...rest }),
});

/** Who may do most with a message, and anybody. */
const orSender = fc.oneof<fc.WeightedArbitrary<string>[]>(
  { weight: 2, arbitrary: fc.constant('its sender') },
  { weight: 3, arbitrary: uid },
);

/** The uid that is meant; the system cannot act under its own. */
function whoever<A extends string | undefined>(model: ServiceModel, index: number, as: A): A | string {
  if (as !== 'its sender') return as;
  return model.active(model.messages.get(messageAt(model, index))?.sender ?? '')?.uid ?? 'ann';
}

const reply = step({
  name: 'reply',
  weight: 4,
  params: fc.record({ which, kind, as: orSender }),
  call: ({ which: index, kind: body, as }, model) => ({
    method: 'POST',
    path: `/messages/${messageAt(model, index)}/thread`,
    as: whoever(model, index, as),
    body,
  }),
  expect: (model, { kind: sent }, { path, as = '' }) =>
    forReading(model, path, low(as), (parent) => {
      const codes = [
        ...(parent.parentId === undefined ? [] : ['ERR_MESSAGE_THREAD_NESTING']),
        ...(parent.category === 'action' ? ['ERR_WRONG_MESSAGE_THREAD_CATEGORY'] : []),
        ...(parent.deletedAt === undefined ? [] : ['ERR_WRONG_MESSAGE_THREAD']),
      ];
      if (codes.length > 0) return refused(...codes);
      const to = { receiverType: parent.kind, receiver: receiverOf({ ...parent, sender: low(as) }) };
      return deliver(model, low(as), to, sent, parent.id);
    }),
});

const get = step({
  name: 'get message',
  weight: 2,
  params: fc.record({ which, as: maybeActor }),
  call: ({ which: index, as }, model) => ({
    method: 'GET',
    path: `/messages/${messageAt(model, index)}`,
    as,
  }),
  expect: (model, { as }, { path }) =>
    forReading(model, path, as && low(as), (message) => ({
      data: messageView(model, message, { viewer: as && low(as) }),
    })),
});

/** Changing is for the sender, who moderates the group, and the app; actions cannot be changed. */
function changing(model: ServiceModel, message: Message, actor: string | undefined): readonly string[] {
  const member = message.kind === 'group' ? model.member(message.a, actor) : undefined;
  const isModerator = member !== undefined && member.scope !== 'participant';
  return [
    ...(actor === undefined || actor === message.sender || isModerator ? [] : ['ERR_MESSAGE_NOT_A_SENDER']),
    ...(message.category === 'action' ? ['ERR_MESSAGE_ACTION_NOT_ALLOWED'] : []),
  ];
}

const edit = step({
  name: 'edit message',
  weight: 4,
  params: fc.record({
    which,
    as: fc.option(orSender, { nil: undefined }),
    body: fc.oneof(
      fc.record({ data: some(content) }),
      fc.record({ tags }),
      fc.record({ data: some(content), tags }),
    ),
  }),
  call: ({ which: index, as, body }, model) => ({
    method: 'PUT',
    path: `/messages/${messageAt(model, index)}`,
    as: whoever(model, index, as),
    body,
  }),
  expect: (model, { body }, { path, as }) =>
    forReading(model, path, as && low(as), (message) => {
      const actor = as && low(as);
      const codes = [
        ...changing(model, message, actor),
        ...(message.deletedAt === undefined ? [] : ['ERR_MESSAGE_ACTION_NOT_ALLOWED']),
      ];
      if (codes.length > 0) return refused(...codes);
      const given: { data?: Record<string, unknown>; tags?: readonly string[] } = body;
      const data = { ...message.data, ...given.data };
      if (given.data && isBlank({ category: message.category, data }))
        return refused('ERR_EMPTY_MESSAGE_TEXT');
      const by = actor ?? SYSTEM.uid;
      Object.assign(message, { data, updatedAt: model.now, editedAt: model.now, editedBy: by });
      if (given.tags) message.tags = kept(given.tags);
      return { data: writeAction(model, 'edited', message, by) };
    }),
});

const remove = step({
  name: 'delete message',
  weight: 3,
  params: fc.record({ which, as: fc.option(orSender, { nil: undefined }), permanent: fc.boolean() }),
  call: ({ which: index, as, permanent }, model) => ({
    method: 'DELETE',
    path: `/messages/${messageAt(model, index)}`,
    as: whoever(model, index, as),
    body: permanent ? { permanent } : undefined,
  }),
  expect: (model, { permanent }, { path, as }) =>
    forReading(model, path, as && low(as), (message) => {
      const actor = as && low(as);
      const isGone = message.deletedAt !== undefined;
      // The app removes for good whatever it wants.
      const isApp = permanent && actor === undefined;
      const codes = [
        ...(isApp ? [] : changing(model, message, actor)),
        ...(isGone && !permanent ? ['ERR_MESSAGE_ACTION_NOT_ALLOWED'] : []),
      ];
      if (codes.length > 0) return refused(...codes);
      const by = actor ?? SYSTEM.uid;
      message.reactions.clear();
      if (!isGone)
        Object.assign(message, { data: {}, updatedAt: model.now, deletedAt: model.now, deletedBy: by });
      const data = writeAction(model, 'deleted', message, by);
      if (permanent) model.removeMessages(message.id, model.lastMessageId);
      return { data };
    }),
});

const emoji = fc.constantFrom('👍', '❤️');

const react = (method: 'POST' | 'DELETE') =>
  step({
    name: method === 'POST' ? 'react' : 'take a reaction back',
    weight: method === 'POST' ? 4 : 1,
    params: fc.record({ which, reaction: emoji, as: uid }),
    call: ({ which: index, reaction, as }, model) => ({
      method,
      path: `/messages/${messageAt(model, index)}/reactions/${encodeURIComponent(reaction)}`,
      as,
    }),
    expect: (model, { reaction, as }, { path }) =>
      forReading(model, path, low(as), (message) => {
        const key = `${reaction} ${low(as)}`;
        const isLive = message.deletedAt === undefined && message.category !== 'action';
        if (method === 'DELETE') message.reactions.delete(key);
        else if (!isLive) return refused('ERR_MESSAGE_ACTION_NOT_ALLOWED');
        else if (!message.reactions.has(key)) message.reactions.set(key, model.now);
        return { data: messageView(model, message, { viewer: low(as) }) };
      }),
  });

/** Calls that send, read and change one message. */
export const messageSteps: readonly Weighted[] = [
  send,
  reply,
  get,
  edit,
  remove,
  react('POST'),
  react('DELETE'),
];
