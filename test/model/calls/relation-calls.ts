import fc from 'fast-check';
import { low, pair, type ServiceModel, sorted, type User } from '../service-model.ts';
import { step, type Weighted } from '../step.ts';
import { begins, page, query, searchKey, some, uid, uids } from '../values.ts';
import { ACKNOWLEDGED, failed, pageOf, refused } from '../verdict.ts';
import { userSeenBy } from '../views.ts';

const distinct = (list: readonly string[]) => [...new Set(list.map(low))];

/** A result of each of several users, as long as they can be found. */
const each = (model: ServiceModel, others: readonly string[], work: (other: string) => unknown) =>
  Object.fromEntries(
    others.map((other) => [other, model.active(other) ? work(other) : failed('ERR_UID_NOT_FOUND')]),
  );

const befriend = step({
  name: 'add friends',
  weight: 2,
  params: fc.record({ uid, accepted: uids }),
  call: ({ uid: id, accepted }) => ({ method: 'POST', path: `/users/${id}/friends`, body: { accepted } }),
  expect: (model, { uid: given, accepted }) => {
    const id = low(given);
    const others = distinct(accepted);
    const codes = [
      ...(model.active(id) ? [] : ['ERR_UID_NOT_FOUND']),
      ...(others.includes(id) ? ['ERR_CANNOT_FORM_SELF_RELATION'] : []),
    ];
    if (codes.length > 0) return refused(...codes);
    const results = each(model, others, (other) => {
      if (model.areFriends(id, other)) return failed('ERR_ALREADY_FRIEND');
      model.friends.set(pair(...sorted(id, other)), model.now);
      return ACKNOWLEDGED;
    });
    return { data: { accepted: results } };
  },
});

const unfriend = step({
  name: 'remove friends',
  params: fc.record({ uid, friends: uids }),
  call: ({ uid: id, friends }) => ({ method: 'DELETE', path: `/users/${id}/friends`, body: { friends } }),
  expect: (model, { uid: given, friends }) => {
    const id = low(given);
    const others = distinct(friends);
    const codes = [
      ...([id, ...others].every((one) => model.active(one)) ? [] : ['ERR_UID_NOT_FOUND']),
      ...(others.every((other) => model.areFriends(id, other)) ? [] : ['ERR_NOT_A_FRIEND']),
    ];
    if (codes.length > 0) return refused(...codes);
    for (const other of others) model.friends.delete(pair(...sorted(id, other)));
    return { data: ACKNOWLEDGED };
  },
});

const block = step({
  name: 'block users',
  weight: 3,
  params: fc.record({ uid, blockedUids: uids }),
  call: ({ uid: id, blockedUids }) => ({
    method: 'POST',
    path: `/users/${id}/blockedusers`,
    body: { blockedUids },
  }),
  expect: (model, { uid: given, blockedUids }) => {
    const id = low(given);
    const others = distinct(blockedUids);
    const codes = [
      ...(model.active(id) ? [] : ['ERR_UID_NOT_FOUND']),
      ...(others.includes(id) ? ['ERR_CANNOT_BLOCK_SELF'] : []),
    ];
    if (codes.length > 0) return refused(...codes);
    const results = each(model, others, (other) => {
      const key = pair(id, other);
      if (!model.blocks.has(key)) model.blocks.set(key, model.now);
      return ACKNOWLEDGED;
    });
    return { data: results };
  },
});

const unblock = step({
  name: 'unblock users',
  weight: 0.7,
  params: fc.record({ uid, blockedUids: uids }),
  call: ({ uid: id, blockedUids }) => ({
    method: 'DELETE',
    path: `/users/${id}/blockedusers`,
    body: { blockedUids },
  }),
  expect: (model, { uid: given, blockedUids }) => {
    const id = low(given);
    const others = distinct(blockedUids);
    const codes = [
      ...(model.active(id) ? [] : ['ERR_UID_NOT_FOUND']),
      ...(others.includes(id) ? ['ERR_CANNOT_BLOCK_SELF'] : []),
    ];
    if (codes.length > 0) return refused(...codes);
    const results = each(model, others, (other) => {
      model.blocks.delete(pair(id, other));
      return ACKNOWLEDGED;
    });
    return { data: results };
  },
});

/** Users in the order of the time since which they stand in a relation, then by uid. */
function related(
  model: ServiceModel,
  since: readonly (readonly [string, number])[],
  key?: string,
): readonly User[] {
  return [...since]
    .sort(([one, at], [other, otherAt]) => at - otherAt || (one < other ? -1 : 1))
    .flatMap(([id]) => model.active(id) ?? [])
    .filter((user) => begins(key, user.uid, user.name));
}

/** The friends of a user, in the order in which they became that. */
export function friendsOf(model: ServiceModel, id: string, key?: string): readonly User[] {
  const since = [...model.friends].map(([ids, at]) => [ids.split(' '), at] as const);
  return related(
    model,
    since
      .filter(([ids]) => ids.includes(id))
      .map(([[a = '', b = ''], at]) => [a === id ? b : a, at] as const),
    key,
  );
}

/** Those whom a user has blocked, in the order in which it did. */
export function blockedBy(model: ServiceModel, id: string, key?: string): readonly User[] {
  const since = [...model.blocks].map(([ids, at]) => [ids.split(' '), at] as const);
  return related(
    model,
    since.filter(([[by]]) => by === id).map(([[, other = ''], at]) => [other, at] as const),
    key,
  );
}

const listOf = (what: 'friends' | 'blockedusers', find: typeof friendsOf) =>
  step({
    name: `list ${what}`,
    params: fc.record({ uid, page, asked: some({ searchKey }) }),
    call: ({ uid: id, page: at, asked }) => ({
      method: 'GET',
      path: `/users/${id}/${what}${query({ ...at, ...asked })}`,
    }),
    expect: (model, { uid: given, page: at, asked }) => {
      const id = low(given);
      if (!model.active(id)) return refused('ERR_UID_NOT_FOUND');
      return pageOf(
        find(model, id, asked.searchKey).map((user) => userSeenBy(model, user, id, false)),
        at,
      );
    },
  });

/** Calls about friends and blocked users. */
export const relationSteps: readonly Weighted[] = [
  befriend,
  unfriend,
  block,
  unblock,
  listOf('friends', friendsOf),
  listOf('blockedusers', blockedBy),
];
