import fc from 'fast-check';
import { low, type ServiceModel, type User } from '../service-model.ts';
import { step, type Weighted } from '../step.ts';
import {
  begins,
  kept,
  maybeActor,
  metadata,
  name,
  page,
  query,
  role,
  searchKey,
  some,
  tags,
  uid,
  uids,
  url,
} from '../values.ts';
import { ACKNOWLEDGED, pageOf, refused, text } from '../verdict.ts';
import { userSeenBy, userView } from '../views.ts';
import { tokenOf } from './token-calls.ts';

const profile = { avatar: url, link: url, role, statusMessage: fc.constant('busy'), metadata, tags };

/** Users as lists show them. */
export function userList(
  model: ServiceModel,
  asked: {
    withDeactivated?: boolean;
    onlyDeactivated?: boolean;
    searchKey?: string;
    tags?: string;
    role?: string;
  },
): readonly User[] {
  const { withDeactivated, onlyDeactivated, searchKey: key } = asked;
  return [...model.users.values()].filter(
    (user) =>
      (user.deactivatedAt === undefined ? !onlyDeactivated : withDeactivated || onlyDeactivated) &&
      begins(key, user.uid, user.name) &&
      (asked.tags === undefined || user.tags?.includes(asked.tags)) &&
      (asked.role === undefined || user.role === low(asked.role)),
  );
}

function removeUser(model: ServiceModel, id: string): void {
  model.users.delete(id);
  model.tokens.delete(id);
  for (const { people } of model.groups.values()) people.delete(id);
  for (const relations of [model.friends, model.blocks]) {
    for (const key of relations.keys()) if (key.split(' ').includes(id)) relations.delete(key);
  }
}

/** Creates a user. */
export const createUser = step({
  name: 'create user',
  weight: 3,
  params: fc.record(
    { uid, name, ...profile, withAuthToken: fc.boolean() },
    { requiredKeys: ['uid', 'name'] },
  ),
  call: (body) => ({ method: 'POST', path: '/users', body }),
  expect: (model, { withAuthToken, ...given }) => {
    const id = low(given.uid);
    const roleId = low(given.role ?? 'default');
    const codes = [
      ...(model.roles.has(roleId) ? [] : ['ERR_BAD_REQUEST']),
      ...(model.users.has(id) ? ['ERR_UID_ALREADY_EXISTS'] : []),
    ];
    if (codes.length > 0) return refused(...codes);
    const user: User = { ...given, uid: id, role: roleId, tags: kept(given.tags), createdAt: model.now };
    model.users.set(id, user);
    const learn = (authToken: string) => model.tokens.set(id, [{ authToken, createdAt: model.now }]);
    return { data: { ...userView(user), authToken: withAuthToken ? text(tokenOf(id), learn) : undefined } };
  },
});

const get = step({
  name: 'get user',
  weight: 2,
  params: fc.record({ uid, as: maybeActor }),
  call: ({ uid: id, as }) => ({ method: 'GET', path: `/users/${id}`, as }),
  expect: (model, { uid: id, as }) => {
    const user = model.active(id);
    return user ? { data: userSeenBy(model, user, as && low(as)) } : refused('ERR_UID_NOT_FOUND');
  },
});

const update = step({
  name: 'update user',
  weight: 3,
  params: fc.record({
    uid,
    body: some({ name, ...profile, unset: fc.subarray(['avatar', 'link', 'metadata'] as const) }),
  }),
  call: ({ uid: id, body }) => ({ method: 'PUT', path: `/users/${id}`, body }),
  expect: (model, { uid: id, body: { unset = [], ...given } }) => {
    const user = model.active(id);
    if (!user) return refused('ERR_UID_NOT_FOUND');
    if (given.role !== undefined && !model.roles.has(low(given.role))) return refused('ERR_BAD_REQUEST');
    const changed = {
      ...given,
      ...(given.role && { role: low(given.role) }),
      ...(given.tags && { tags: kept(given.tags) }),
    };
    Object.assign(user, changed, { updatedAt: model.now });
    for (const field of unset) user[field] = undefined;
    return { data: userView(user) };
  },
});

const remove = step({
  name: 'delete user',
  weight: 1,
  params: fc.record({ uid, permanent: fc.boolean() }),
  call: ({ uid: id, permanent }) => ({
    method: 'DELETE',
    path: `/users/${id}`,
    body: permanent ? { permanent } : undefined,
  }),
  expect: (model, { uid: id, permanent }) => {
    const user = permanent ? model.users.get(low(id)) : model.active(id);
    if (!user) return refused('ERR_UID_NOT_FOUND');
    if (permanent) {
      removeUser(model, user.uid);
      return { data: ACKNOWLEDGED };
    }
    Object.assign(user, { deactivatedAt: model.now, updatedAt: model.now });
    return { data: { deactivatedUids: [user.uid] } };
  },
});

const distinct = (list: readonly string[]) => [...new Set(list.map(low))];

const deactivate = step({
  name: 'deactivate users',
  weight: 0.5,
  params: fc.record({ uidsToDeactivate: uids }),
  call: (body) => ({ method: 'DELETE', path: '/users', body }),
  expect: (model, { uidsToDeactivate }) => {
    const all = distinct(uidsToDeactivate);
    const gone = all.filter((id) => !model.users.has(id));
    const active = all.filter((id) => model.active(id));
    const already = all.filter((id) => !gone.includes(id) && !active.includes(id));
    for (const id of active)
      Object.assign(model.users.get(id) ?? {}, { deactivatedAt: model.now, updatedAt: model.now });
    return {
      data: {
        deactivatedUids: active,
        alreadyDeactivatedUids: already.length > 0 ? already : undefined,
        notFound: gone.length > 0 ? gone : undefined,
      },
    };
  },
});

const reactivate = step({
  name: 'reactivate users',
  weight: 2,
  params: fc.record({ uidsToActivate: uids }),
  call: (body) => ({ method: 'PUT', path: '/users', body }),
  expect: (model, { uidsToActivate }) => {
    const all = distinct(uidsToActivate);
    const notFound = all.filter((id) => !model.users.has(id));
    const nonDeactivatedUids = all.filter((id) => model.active(id));
    const reactivatedUids = all.filter((id) => !notFound.includes(id) && !nonDeactivatedUids.includes(id));
    for (const id of reactivatedUids) {
      Object.assign(model.users.get(id) ?? {}, { deactivatedAt: undefined, updatedAt: model.now });
    }
    return { data: { reactivatedUids, nonDeactivatedUids, notFound } };
  },
});

const list = step({
  name: 'list users',
  weight: 3,
  params: fc.record({
    page,
    as: maybeActor,
    asked: some({
      withDeactivated: fc.boolean(),
      onlyDeactivated: fc.boolean(),
      withTags: fc.boolean(),
      searchKey,
      tags: fc.constantFrom('red', 'blue'),
      role,
    }),
  }),
  call: ({ page: at, as, asked }) => ({ method: 'GET', path: `/users${query({ ...at, ...asked })}`, as }),
  expect: (model, { page: at, as, asked }) => {
    const viewer = as && low(as);
    return pageOf(
      userList(model, asked).map((user) => userSeenBy(model, user, viewer, asked.withTags ?? false)),
      at,
    );
  },
});

/** Calls about users. */
export const userSteps: readonly Weighted[] = [createUser, get, update, remove, deactivate, reactivate, list];
