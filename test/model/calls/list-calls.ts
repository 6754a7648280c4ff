import fc from 'fast-check';
import { forReading } from '../message-rules.ts';
import { low, type Message, peersOf, type ServiceModel } from '../service-model.ts';
import { step, type Weighted } from '../step.ts';
import { guid, maybeActor, query, some, uid, which } from '../values.ts';
import { difference, type Judge, refused, type Verdict } from '../verdict.ts';
import { conversationId, isUnread, messageView } from '../views.ts';
import { messageAt } from './message-calls.ts';

export type Cursor = {
  readonly limit: number;
  readonly affix?: 'append' | 'prepend';
  readonly id?: number | undefined;
};

const byTime = (one: Pick<Message, 'sentAt' | 'id'>, other: Pick<Message, 'sentAt' | 'id'>) =>
  one.sentAt - other.sentAt || one.id - other.id;

/** The meta of a page with a cursor; a page that is not full points at nothing. */
function cursorMeta(shown: readonly Message[], { limit, affix = 'append' }: Cursor): Judge {
  const edge = shown.length === limit ? shown.at(affix === 'prepend' ? 0 : -1) : undefined;
  const next = edge && { affix, sentAt: edge.sentAt, id: String(edge.id) };
  return (actual) => difference({ current: { limit, count: shown.length }, next }, actual, 'meta');
}

/** The messages beside a cursor: the first after it, or the last before it. */
export function cursorPage(
  model: ServiceModel,
  all: readonly Message[],
  cursor: Cursor,
  look: { viewer?: string | undefined; withTags?: boolean | undefined },
): Verdict {
  const { limit, affix, id } = cursor;
  const from = id === undefined ? undefined : model.messages.get(id);
  if (id !== undefined && !from) return refused('ERR_MESSAGE_ID_NOT_FOUND');
  const inOrder = [...all].sort(byTime);
  const isOlder = affix === 'prepend';
  const beyond = inOrder.filter((one) => !from || (isOlder ? byTime(one, from) < 0 : byTime(one, from) > 0));
  const shown = isOlder ? beyond.slice(-limit) : beyond.slice(0, limit);
  const view = { viewer: look.viewer, withTags: look.withTags ?? false };
  return { data: shown.map((one) => messageView(model, one, view)), meta: cursorMeta(shown, cursor) };
}

/** All messages that a user can find in lists: of its own conversations, without what it has deleted. */
export function visibleTo(model: ServiceModel, viewer: string | undefined): readonly Message[] {
  if (viewer === undefined) return [...model.messages.values()];
  return [...model.conversations.values()]
    .filter(({ kind, a, b }) =>
      kind === 'group' ? model.member(a, viewer) !== undefined : a === viewer || b === viewer,
    )
    .flatMap((conversation) => model.history(conversation, viewer));
}

const filters = some({
  withTags: fc.boolean(),
  hideDeleted: fc.boolean(),
  onlyDeleted: fc.boolean(),
  hideReplies: fc.boolean(),
  hasReactions: fc.boolean(),
  categories: fc.constantFrom('message', 'action', 'custom,message'),
  tags: fc.constantFrom('red', 'blue'),
  sender: uid,
  receiverType: fc.constantFrom('user', 'group'),
  unread: fc.constant(true),
});
type Filters = typeof filters extends fc.Arbitrary<infer T> ? T : never;

function filtered(
  model: ServiceModel,
  all: readonly Message[],
  asked: Filters,
  viewer: string | undefined,
): readonly Message[] {
  return all.filter(
    (one) =>
      (!asked.hideDeleted || one.deletedAt === undefined) &&
      (!asked.onlyDeleted || one.deletedAt !== undefined) &&
      (!asked.hideReplies || one.parentId === undefined) &&
      (!asked.hasReactions || one.reactions.size > 0) &&
      (asked.categories === undefined || asked.categories.split(',').includes(one.category)) &&
      (asked.tags === undefined || one.tags?.includes(asked.tags)) &&
      (asked.sender === undefined || one.sender === low(asked.sender)) &&
      (asked.receiverType === undefined || one.kind === asked.receiverType) &&
      (!asked.unread || viewer === undefined || isUnread(model, one, viewer)),
  );
}

/** Of whom nobody asks, nothing is unread. */
const fitting = (asked: Filters, as: string | undefined): Filters =>
  as === undefined ? { ...asked, unread: undefined as never } : asked;

const cursor = {
  limit: fc.integer({ min: 1, max: 4 }),
  affix: fc.constantFrom<'append' | 'prepend'>('append', 'prepend'),
  which: fc.option(which, { nil: undefined }),
};
const cursorOf = (
  model: ServiceModel,
  { limit, affix, which: index }: { limit: number; affix: 'append' | 'prepend'; which: number | undefined },
): Cursor => ({
  limit,
  affix,
  id: index === undefined ? undefined : messageAt(model, index),
});
const withCursor = (
  model: ServiceModel,
  params: Parameters<typeof cursorOf>[1],
  asked: Filters = {},
): string => query({ ...cursorOf(model, params), ...asked });

const listAll = step({
  name: 'list messages',
  weight: 3,
  params: fc.record({ ...cursor, asked: filters, as: maybeActor }),
  call: ({ asked, as, ...at }, model) => ({
    method: 'GET',
    path: `/messages${withCursor(model, at, fitting(asked, as))}`,
    as,
  }),
  expect: (model, { asked, as, ...at }) => {
    const viewer = as && low(as);
    const all = filtered(model, visibleTo(model, viewer), asked, viewer);
    return cursorPage(model, all, cursorOf(model, at), { viewer, withTags: asked.withTags });
  },
});

const listConversation = step({
  name: 'list messages of a conversation',
  weight: 4,
  params: fc.record({
    ...cursor,
    between: fc.oneof(fc.tuple(uid, uid), fc.tuple(guid)),
    isShort: fc.boolean(),
    as: maybeActor,
  }),
  call: ({ between: [a = '', b], isShort, as, ...at }, model) => {
    // The specified form of an id and the older one, in either order.
    const id = b === undefined ? `group_${a}` : `${isShort ? '' : 'user_'}${a}_user_${b}`;
    return { method: 'GET', path: `/messages${withCursor(model, at)}&conversationId=${id}`, as };
  },
  expect: (model, { between: [a = '', b], as, ...at }) => {
    const viewer = as && low(as);
    const peers = b === undefined ? peersOf('group', '', low(a)) : peersOf('user', low(a), low(b));
    const id = conversationId(peers);
    const all = visibleTo(model, viewer).filter((one) => conversationId(one) === id);
    return cursorPage(model, all, cursorOf(model, at), { viewer });
  },
});

const listUser = step({
  name: 'list messages of a user',
  weight: 2,
  params: fc.record({ ...cursor, uid, asked: filters, as: maybeActor }),
  call: ({ uid: id, asked, as, ...at }, model) => ({
    method: 'GET',
    path: `/users/${id}/messages${withCursor(model, at, fitting(asked, as))}`,
    as,
  }),
  expect: (model, { uid: id, asked, as, ...at }) => {
    if (!model.active(id)) return refused('ERR_UID_NOT_FOUND');
    const [peer, viewer] = [low(id), as && low(as)];
    const all =
      viewer === undefined
        ? [...model.messages.values()].filter(
            ({ kind, a, b }) => kind === 'user' && (a === peer || b === peer),
          )
        : model.history(peersOf('user', viewer, peer), viewer);
    return cursorPage(model, filtered(model, all, asked, viewer), cursorOf(model, at), {
      viewer,
      withTags: asked.withTags,
    });
  },
});

const listGroup = step({
  name: 'list messages of a group',
  weight: 2,
  params: fc.record({ ...cursor, guid, asked: filters, as: maybeActor }),
  call: ({ guid: id, asked, as, ...at }, model) => ({
    method: 'GET',
    path: `/groups/${id}/messages${withCursor(model, at, fitting(asked, as))}`,
    as,
  }),
  expect: (model, { guid: id, asked, as, ...at }) => {
    const [a, viewer] = [low(id), as && low(as)];
    if (!model.groups.has(a)) return refused('ERR_GUID_NOT_FOUND');
    if (viewer !== undefined && !model.member(a, viewer)) return refused('ERR_GROUP_NOT_JOINED');
    const all = filtered(model, model.history({ kind: 'group', a, b: '' }, viewer), asked, viewer);
    return cursorPage(model, all, cursorOf(model, at), { viewer, withTags: asked.withTags });
  },
});

const listThread = step({
  name: 'list a thread',
  weight: 2,
  params: fc.record({ ...cursor, of: which, as: maybeActor }),
  call: ({ of, as, ...at }, model) => ({
    method: 'GET',
    path: `/messages/${messageAt(model, of)}/thread${withCursor(model, at)}`,
    as,
  }),
  expect: (model, { as, of: _, ...at }, { path }) => {
    const viewer = as && low(as);
    return forReading(model, path, viewer, ({ id, ...peers }) => {
      const all = model.history(peers, viewer).filter(({ parentId }) => parentId === id);
      return cursorPage(model, all, cursorOf(model, at), { viewer });
    });
  },
});

/** Calls that list messages. */
export const listSteps: readonly Weighted[] = [listAll, listConversation, listUser, listGroup, listThread];
