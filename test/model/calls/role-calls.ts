import fc from 'fast-check';
import { type Key, low, type Role, type ServiceModel } from '../service-model.ts';
import { step, type Weighted } from '../step.ts';
import { name, page, query, role, some, uid, which } from '../values.ts';
import { ACKNOWLEDGED, pageOf, refused, text } from '../verdict.ts';

const settings = fc.constantFrom<Record<string, unknown>>(
  { listUsers: 'all' },
  { sendMessagesTo: 'friendsOnly' },
);
const features = fc.subarray(['core.reactions', 'core.typing', 'x1'], { minLength: 1 });

/** A role as it is answered. */
export const roleView = ({ features: _, ...shown }: Role) => shown;

const create = step({
  name: 'create role',
  weight: 2,
  params: fc.record(
    { role, name, description: fc.constant('d'), settings },
    { requiredKeys: ['role', 'name'] },
  ),
  call: (body) => ({ method: 'POST', path: '/roles', body }),
  expect: (model, given) => {
    const id = low(given.role);
    if (model.roles.has(id)) return refused('ERR_ROLE_ALREADY_EXISTS');
    const made: Role = { ...given, role: id, createdAt: model.now, features: new Map() };
    model.roles.set(id, made);
    return { data: roleView(made) };
  },
});

const get = step({
  name: 'get role',
  params: fc.record({ role }),
  call: ({ role: id }) => ({ method: 'GET', path: `/roles/${id}` }),
  expect: (model, { role: id }) => {
    const found = model.roles.get(low(id));
    return found ? { data: roleView(found) } : refused('ERR_ROLE_NOT_FOUND');
  },
});

const update = step({
  name: 'update role',
  params: fc.record({
    role: fc.constantFrom('staff', 'guest'),
    body: some({ name, settings, unset: fc.subarray(['settings', 'description'] as const) }),
  }),
  call: ({ role: id, body }) => ({ method: 'PUT', path: `/roles/${id}`, body }),
  expect: (model, { role: id, body: { unset = [], ...given } }) => {
    const found = model.roles.get(id);
    if (!found) return refused('ERR_ROLE_NOT_FOUND');
    Object.assign(found, given, { updatedAt: model.now });
    for (const field of unset) found[field] = undefined;
    return { data: roleView(found) };
  },
});

const remove = step({
  name: 'delete role',
  params: fc.record({ role }),
  call: ({ role: id }) => ({ method: 'DELETE', path: `/roles/${id}` }),
  expect: (model, { role: given }) => {
    const id = low(given);
    if (id === 'default') return refused('ERR_ROLE_DELETE_DENIED');
    if (!model.roles.delete(id)) return refused('ERR_ROLE_NOT_FOUND');
    for (const user of model.users.values()) if (user.role === id) user.role = 'default';
    return { data: ACKNOWLEDGED };
  },
});

const list = step({
  name: 'list roles',
  params: fc.record({ page }),
  call: ({ page: at }) => ({ method: 'GET', path: `/roles${query(at)}` }),
  expect: (model, { page: at }) => pageOf([...model.roles.values()].map(roleView), at),
});

const restrict = step({
  name: 'restrict features',
  weight: 2,
  params: fc.record({ role, featuresToRestrict: features }),
  call: ({ role: id, ...body }) => ({ method: 'POST', path: `/roles/${id}/restrictedfeatures`, body }),
  expect: (model, { role: id, featuresToRestrict }) => {
    const found = model.roles.get(low(id));
    if (!found) return refused('ERR_ROLE_NOT_FOUND');
    for (const key of featuresToRestrict) if (!found.features.has(key)) found.features.set(key, model.now);
    return { data: Object.fromEntries(featuresToRestrict.map((key) => [key, ACKNOWLEDGED])) };
  },
});

const allow = step({
  name: 'allow features',
  params: fc.record({
    role,
    body: fc.oneof(fc.record({ featuresToAllow: features }), fc.constant({ allowAll: true })),
  }),
  call: ({ role: id, body }) => ({ method: 'DELETE', path: `/roles/${id}/restrictedfeatures`, body }),
  expect: (model, { role: id, body }) => {
    const found = model.roles.get(low(id));
    if (!found) return refused('ERR_ROLE_NOT_FOUND');
    if ('allowAll' in body) found.features.clear();
    else for (const key of body.featuresToAllow) found.features.delete(key);
    return { data: ACKNOWLEDGED };
  },
});

/** The restricted features of a role. */
export const featuresOf = (model: ServiceModel, id: string) =>
  [...(model.roles.get(id)?.features ?? [])]
    .map(([key, createdAt]) => ({ key, title: key, description: '', path: '', createdAt }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));

const listFeatures = step({
  name: 'list restricted features',
  params: fc.record({ role, page }),
  call: ({ role: id, page: at }) => ({ method: 'GET', path: `/roles/${id}/restrictedfeatures${query(at)}` }),
  expect: (model, { role: id, page: at }) =>
    model.roles.has(low(id)) ? pageOf(featuresOf(model, low(id)), at) : refused('ERR_ROLE_NOT_FOUND'),
});

/** API keys in the order of lists. */
export const keyList = (model: ServiceModel) =>
  [...model.keys]
    .map(([apiKey, key]) => ({ apiKey, ...key }))
    .sort((a, b) => a.createdAt - b.createdAt || (a.apiKey < b.apiKey ? -1 : 1));

const MAX_KEYS = 25;

const createKey = step({
  name: 'create API key',
  params: fc.record({ name, scope: fc.constantFrom('authOnly', 'fullAccess') }, { requiredKeys: ['name'] }),
  call: (body) => ({ method: 'POST', path: '/apikeys', body }),
  expect: (model, { name: given, scope = 'authOnly' }) => {
    if (model.keys.size >= MAX_KEYS) return refused('ERR_PLAN_QUOTA_RESTRICTION');
    const key: Key = { name: given, scope, createdAt: model.now };
    const learn = (apiKey: string) => {
      model.keys.set(apiKey, key);
      model.everKeys.push(apiKey);
    };
    return { data: { ...key, apiKey: text(/^[0-9a-f]{40}$/, learn) } };
  },
});

const keyAt = (model: ServiceModel, index: number): string =>
  model.everKeys.at(-1 - (index % Math.max(1, model.everKeys.length))) ?? 'f'.repeat(40);

const deleteKey = step({
  name: 'delete API key',
  params: fc.record({ which }),
  call: (params, model) => ({ method: 'DELETE', path: `/apikeys/${keyAt(model, params.which)}` }),
  expect: (model, _, { path }) =>
    model.keys.delete(path.split('/')[2] ?? '') ? { data: ACKNOWLEDGED } : refused('ERR_APIKEY_NOT_FOUND'),
});

const listKeys = step({
  name: 'list API keys',
  params: fc.record({ page, asked: some({ scope: fc.constantFrom('authOnly', 'fullAccess') }) }),
  call: ({ page: at, asked }) => ({ method: 'GET', path: `/apikeys${query({ ...at, ...asked })}` }),
  expect: (model, { page: at, asked: { scope } }) =>
    pageOf(
      keyList(model).filter((key) => scope === undefined || key.scope === scope),
      at,
    ),
});

const useKey = step({
  name: 'use API key',
  weight: 2,
  params: fc.record({ which, uid, to: fc.constantFrom('GET /users', 'POST token', 'DELETE itself') }),
  call: ({ which: index, uid: id, to }, model) => {
    const key = keyAt(model, index);
    if (to === 'GET /users') return { method: 'GET', path: '/users?perPage=1&page=99', key };
    if (to === 'DELETE itself') return { method: 'DELETE', path: `/apikeys/${key}`, key };
    // A user that is none: what the key may do is told by the refusal.
    return { method: 'POST', path: `/users/${id}-none/auth_tokens`, key };
  },
  expect: (model, { to }, { key = '' }) => {
    const scope = model.keys.get(key)?.scope;
    if (scope === undefined) return refused('AUTH_ERR_APIKEY_NOT_FOUND');
    if (to === 'POST token') return refused('ERR_UID_NOT_FOUND');
    if (scope === 'authOnly') return refused('AUTH_ERR_NO_ACCESS');
    return to === 'DELETE itself' ? refused('ERR_APIKEY_NO_SELF_ACTION') : { data: [] };
  },
});

/** Calls about roles, restricted features and API keys. */
export const roleSteps: readonly Weighted[] = [
  create,
  get,
  update,
  remove,
  list,
  restrict,
  allow,
  listFeatures,
  createKey,
  deleteKey,
  listKeys,
  useKey,
];
