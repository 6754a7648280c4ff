import fc from 'fast-check';
import { type Conversation, low, type Peers, peersOf, type ServiceModel } from '../service-model.ts';
import { step, type Weighted } from '../step.ts';
import { begins, guid, kept, maybeActor, page, query, searchKey, some, tags, uid, which } from '../values.ts';
import { pageOf, refused, text, type Verdict } from '../verdict.ts';
import { conversationId, conversationView, lastOf, unreadCount } from '../views.ts';
import type { Call } from '../world.ts';
import { messageAt } from './message-calls.ts';

/** Whether a user still has a conversation: it has not deleted it, or something has come since. */
const isThere = (model: ServiceModel, conversation: Conversation, viewer: string): boolean =>
  (model.state(conversation, viewer)?.hiddenTo ?? 0) === 0 || model.history(conversation, viewer).length > 0;

const isPart = (model: ServiceModel, { kind, a, b }: Peers, viewer: string): boolean =>
  kind === 'group' ? model.member(a, viewer) !== undefined : a === viewer || b === viewer;

/** Whether the viewer has blocked the other side: then lists leave the conversation out. */
const isBlocked = (model: ServiceModel, { kind, a, b }: Peers, viewer: string): boolean =>
  kind === 'user' && model.blocks.has(`${viewer} ${a === viewer ? b : a}`);

/** Conversations in the order of lists: a user's own by their last change, all of them by their first side. */
export function conversationList(model: ServiceModel, viewer?: string): readonly Conversation[] {
  const all = [...model.conversations.values()].filter(
    (one) =>
      viewer === undefined ||
      (isPart(model, one, viewer) && isThere(model, one, viewer) && !isBlocked(model, one, viewer)),
  );
  const updatedAt = (one: Conversation) => lastOf(model, one, viewer)?.updatedAt ?? 0;
  const first = ({ a }: Conversation) => (viewer === undefined ? a : '');
  const other = ({ kind, a, b }: Conversation) => (kind === 'group' || b === viewer ? a : b);
  const last = (one: Conversation) => (viewer === undefined ? one.b : other(one));
  const order = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return all.sort(
    (x, y) => order(first(x), first(y)) || updatedAt(y) - updatedAt(x) || order(last(x), last(y)),
  );
}

const list = step({
  name: 'list conversations',
  weight: 4,
  params: fc.record({
    page,
    as: maybeActor,
    asked: some({
      withTags: fc.boolean(),
      tags: fc.constantFrom('red', 'blue'),
      conversationType: fc.constantFrom('user', 'group'),
      unread: fc.constant(true),
      searchKey,
    }),
  }),
  call: ({ page: at, as, asked }) => ({
    method: 'GET',
    path: `/conversations${query({ ...at, ...asked })}`,
    as,
  }),
  expect: (model, { page: at, as, asked }) => {
    const viewer = as && low(as);
    const all = conversationList(model, viewer).filter((one) => {
      if (asked.conversationType !== undefined && one.kind !== asked.conversationType) return false;
      const peer =
        one.kind === 'group' ? model.groups.get(one.a) : model.users.get(viewer === one.b ? one.a : one.b);
      const texts = peer === undefined ? [] : ['uid' in peer ? peer.uid : peer.guid, peer.name];
      if (!begins(asked.searchKey, ...texts)) return false;
      if (viewer === undefined) return true;
      const isTagged = asked.tags === undefined || model.state(one, viewer)?.tags?.includes(asked.tags);
      return isTagged && (!asked.unread || unreadCount(model, one, viewer) > 0);
    });
    return pageOf(
      all.map((one) => conversationView(model, one, viewer, asked.withTags ?? false)),
      at,
    );
  },
});

type Named = { readonly to: { readonly uid: string } | { readonly guid: string }; readonly as: string };

const named = {
  to: fc.oneof({ weight: 2, arbitrary: fc.record({ uid }) }, { weight: 1, arbitrary: fc.record({ guid }) }),
  as: uid,
};

const pathOf = ({ to }: Named, rest = ''): string =>
  `${'uid' in to ? `/users/${to.uid}` : `/groups/${to.guid}`}/conversation${rest}`;

/** What becomes of a call for a conversation, as far as the actor has it. */
function withConversation(
  model: ServiceModel,
  { to, as }: Named,
  work: (conversation: Conversation, viewer: string) => Verdict,
): Verdict {
  const viewer = low(as);
  if ('uid' in to && !model.active(to.uid)) return refused('ERR_UID_NOT_FOUND');
  if ('guid' in to && !model.groups.has(low(to.guid))) return refused('ERR_GUID_NOT_FOUND');
  if ('guid' in to && !model.member(low(to.guid), viewer)) return refused('ERR_CONVERSATION_NOT_ACCESSIBLE');
  const peers = 'uid' in to ? peersOf('user', viewer, low(to.uid)) : peersOf('group', viewer, low(to.guid));
  const found = model.conversation(peers);
  return found && isThere(model, found, viewer)
    ? work(found, viewer)
    : refused('ERR_CONVERSATION_NOT_ACCESSIBLE');
}

const get = step({
  name: 'get conversation',
  weight: 2,
  params: fc.record(named),
  call: (params) => ({ method: 'GET', path: pathOf(params), as: params.as }),
  expect: (model, params) =>
    withConversation(model, params, (found, viewer) => ({ data: conversationView(model, found, viewer) })),
});

const tag = step({
  name: 'tag conversation',
  weight: 2,
  params: fc.record({ ...named, tags }),
  call: (params) => ({ method: 'PUT', path: pathOf(params), as: params.as, body: { tags: params.tags } }),
  expect: (model, params) =>
    withConversation(model, params, (found, viewer) => {
      model.ownState(found, viewer).tags = kept(params.tags);
      return { data: conversationView(model, found, viewer) };
    }),
});

/** The id of a message of the conversation that the user still sees, in the body of a call. */
function messageIn(
  model: ServiceModel,
  found: Conversation,
  viewer: string,
  { body }: Call,
): number | undefined | 'none' {
  const { messageId } = (body ?? {}) as { messageId?: string };
  if (messageId === undefined) return undefined;
  return model.history(found, viewer).some(({ id }) => id === Number(messageId)) ? Number(messageId) : 'none';
}

/** Documented: the confirmation of the user form is called `Message`. */
const acknowledged = (kind: string) => ({
  success: true,
  [kind === 'user' ? 'Message' : 'message']: text(/./),
});

const mark = (receipt: 'read' | 'delivered') =>
  step({
    name: `mark ${receipt}`,
    weight: 3,
    params: fc.record({ ...named, which: fc.option(which, { nil: undefined }) }),
    call: (params, model) => {
      const body =
        params.which === undefined ? undefined : { messageId: String(messageAt(model, params.which)) };
      return { method: 'POST', path: pathOf(params, `/${receipt}`), as: params.as, body };
    },
    expect: (model, params, call) =>
      withConversation(model, params, (found, viewer) => {
        const upTo = messageIn(model, found, viewer, call) ?? Number.POSITIVE_INFINITY;
        if (upTo === 'none') return refused('ERR_MESSAGE_ID_NOT_FOUND');
        for (const message of model.history(found, viewer).filter(({ id }) => id <= upTo)) {
          if (receipt === 'read') {
            const state = model.ownState(found, viewer);
            state.read.add(message.id);
            state.markedUnread.delete(message.id);
          }
          if (found.kind === 'group' || message.sender === viewer) continue;
          if (receipt === 'read') message.readAt ??= model.now;
          message.deliveredAt ??= model.now;
        }
        return { data: acknowledged(found.kind) };
      }),
  });

const markUnread = step({
  name: 'mark unread',
  weight: 2,
  params: fc.record({ ...named, which }),
  call: (params, model) => ({
    method: 'DELETE',
    path: pathOf(params, '/read'),
    as: params.as,
    body: { messageId: String(messageAt(model, params.which)) },
  }),
  expect: (model, params, call) =>
    withConversation(model, params, (found, viewer) => {
      const from = messageIn(model, found, viewer, call);
      if (from === undefined || from === 'none') return refused('ERR_MESSAGE_ID_NOT_FOUND');
      const { markedUnread } = model.ownState(found, viewer);
      // Of two marks the earlier counts.
      const first = Math.min(from, ...markedUnread);
      for (const { id } of model.history(found, viewer)) if (id >= first) markedUnread.add(id);
      return { data: { success: true, message: text(/./) } };
    }),
});

const reset = step({
  name: 'delete conversation for oneself',
  params: fc.record({ ...named, forGood: fc.boolean() }),
  call: ({ forGood, ...params }) => ({
    method: 'DELETE',
    path: pathOf(params),
    as: params.as,
    body: forGood && 'uid' in params.to ? { deleteMessagesPermanently: true } : undefined,
  }),
  expect: (model, params, { body }) =>
    withConversation(model, params, (found, viewer) => {
      found.states.set(viewer, { hiddenTo: model.lastMessageId, read: new Set(), markedUnread: new Set() });
      if (body !== undefined) removeUnseen(model, found);
      const message = text(new RegExp(`${conversationId(found)} .* for UID ${viewer}\\.`));
      return { data: { success: true, message } };
    }),
});

/** Messages that neither side sees any more are gone for good. */
function removeUnseen(model: ServiceModel, found: Conversation): void {
  const { a, b } = found;
  const hiddenTo = Math.min(...[a, b].map((one) => found.states.get(one)?.hiddenTo ?? 0));
  for (const { id } of model.history(found)) if (id <= hiddenTo) model.messages.delete(id);
}

/** The conversation that an id means, if any. */
const byId = (model: ServiceModel, id: string): Conversation | undefined =>
  [...model.conversations.values()].find((one) => conversationId(one) === id.toLowerCase());

const deprecated = (method: 'GET' | 'DELETE') =>
  step({
    name: method === 'GET' ? 'get conversation by id' : 'delete conversation for all',
    params: fc.record({ peer: fc.oneof(fc.record({ uid }), fc.record({ guid })), as: uid }),
    call: ({ peer, as }) => {
      const [a, b] = 'uid' in peer ? [peer.uid, as].sort() : [];
      return {
        method,
        path: `/conversations/${'uid' in peer ? `user_${a}_user_${b}` : `group_${peer.guid}`}`,
        as,
      };
    },
    expect: (model, { peer, as }) => {
      const viewer = low(as);
      const id = conversationId(
        'uid' in peer ? peersOf('user', viewer, low(peer.uid)) : peersOf('group', '', low(peer.guid)),
      );
      const found = byId(model, id);
      if (!found) return refused('ERR_CONVERSATION_NOT_FOUND');
      if (!isPart(model, found, viewer) || !isThere(model, found, viewer))
        return refused('ERR_CONVERSATION_NOT_ACCESSIBLE');
      if (method === 'GET') return { data: conversationView(model, found, viewer) };
      model.removeConversation(found);
      return { data: { success: true, message: text(/ for all the users\.$/) } };
    },
  });

/** Calls about conversations. */
export const conversationSteps: readonly Weighted[] = [
  list,
  get,
  tag,
  mark('read'),
  mark('delivered'),
  markUnread,
  reset,
  deprecated('GET'),
  deprecated('DELETE'),
  step({
    name: 'list conversations of which something is unread',
    params: fc.record({ as: maybeActor }),
    call: ({ as }) => ({ method: 'GET', path: '/conversations?unread=true&perPage=50', as }),
    expect: (model, { as }) => {
      const viewer = as && low(as);
      const all = conversationList(model, viewer).filter(
        (one) => viewer === undefined || unreadCount(model, one, viewer) > 0,
      );
      return pageOf(
        all.map((one) => conversationView(model, one, viewer, false)),
        { perPage: 50, page: 1 },
      );
    },
  }),
];
