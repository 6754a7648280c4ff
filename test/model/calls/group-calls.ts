import fc from 'fast-check';
import { addAll, makeAdmin, needs } from '../membership.ts';
import { type Group, low, type ServiceModel, SYSTEM } from '../service-model.ts';
import { step, type Weighted } from '../step.ts';
import {
  begins,
  guid,
  kept,
  maybeActor,
  metadata,
  name,
  page,
  query,
  searchKey,
  some,
  tags,
  uid,
  uids,
  url,
} from '../values.ts';
import { ACKNOWLEDGED, pageOf, refused } from '../verdict.ts';
import { groupView } from '../views.ts';

const type = fc.constantFrom('public', 'public', 'private', 'password');
const details = {
  password: fc.constant('secret'),
  icon: url,
  description: fc.constant('about'),
  metadata,
  tags,
  owner: uid,
};
const members = some({ admins: uids, moderators: uids, participants: uids, usersToBan: uids });

/** Groups as a user sees them in lists: private ones only where it is a member. */
export function groupList(
  model: ServiceModel,
  viewer: string | undefined,
  asked: { hasJoined?: boolean; searchKey?: string; type?: string; tags?: string } = {},
): readonly Group[] {
  return [...model.groups.values()].filter((group) => {
    const joined = model.member(group.guid, viewer) !== undefined;
    return (
      (viewer === undefined || joined || (group.type !== 'private' && !asked.hasJoined)) &&
      begins(asked.searchKey, group.guid, group.name) &&
      (asked.type === undefined || group.type === asked.type) &&
      (asked.tags === undefined || group.tags?.includes(asked.tags))
    );
  });
}

/** Creates a group. */
export const createGroup = step({
  name: 'create group',
  weight: 3,
  params: fc.record({
    as: maybeActor,
    body: fc.record({ guid, name, type, ...details, members }, { requiredKeys: ['guid', 'name', 'type'] }),
  }),
  call: ({ as, body }) => ({ method: 'POST', path: '/groups', as, body }),
  expect: (model, { as, body: { members: added, ...given } }) => {
    const actor = as && low(as);
    const owner = low(given.owner ?? actor ?? SYSTEM.uid);
    const codes = [
      ...(given.type === 'password' && given.password === undefined ? ['ERR_EMPTY_GROUP_PASS'] : []),
      ...(owner !== SYSTEM.uid && !model.active(owner) ? ['ERR_UID_NOT_FOUND'] : []),
      ...(model.groups.has(low(given.guid)) ? ['ERR_GUID_ALREADY_EXISTS'] : []),
    ];
    if (codes.length > 0) return refused(...codes);
    const group: Group = {
      ...given,
      guid: low(given.guid),
      owner,
      tags: kept(given.tags),
      createdAt: model.now,
      isHistoric: false,
      people: new Map(),
    };
    model.groups.set(group.guid, group);
    makeAdmin(model, group, owner);
    if (actor !== undefined) makeAdmin(model, group, actor);
    const results = added && addAll(model, group, added, actor);
    return { data: { ...groupView(model, group, actor ?? owner), members: results && { data: results } } };
  },
});

const get = step({
  name: 'get group',
  weight: 2,
  params: fc.record({ guid, as: maybeActor }),
  call: ({ guid: id, as }) => ({ method: 'GET', path: `/groups/${id}`, as }),
  expect: (model, { guid: id, as }) => {
    const group = model.groups.get(low(id));
    if (!group) return refused('ERR_GUID_NOT_FOUND');
    const actor = as && low(as);
    const isHidden = group.type === 'private' && actor !== undefined && !model.member(group.guid, actor);
    return isHidden ? refused('ERR_NOT_A_MEMBER') : { data: groupView(model, group, actor) };
  },
});

const update = step({
  name: 'update group',
  weight: 2,
  params: fc.record({
    guid,
    as: maybeActor,
    body: some({ name, type, ...details, unset: fc.subarray(['icon', 'description', 'metadata'] as const) }),
  }),
  call: ({ guid: id, as, body }) => ({ method: 'PUT', path: `/groups/${id}`, as, body }),
  expect: (model, { guid: id, as, body: { unset = [], owner: given, ...changes } }) => {
    const group = model.groups.get(low(id));
    if (!group) return refused('ERR_GUID_NOT_FOUND');
    const actor = as && low(as);
    const owner = actor === undefined && given !== undefined ? low(given) : group.owner;
    const kind = changes.type ?? group.type;
    const codes = [
      ...needs('moderator', group, actor),
      ...(kind === 'password' && (changes.password ?? group.password) === undefined
        ? ['ERR_EMPTY_GROUP_PASS']
        : []),
      ...(owner !== group.owner && !model.active(owner) ? ['ERR_UID_NOT_FOUND'] : []),
    ];
    if (codes.length > 0) return refused(...codes);
    if (owner !== group.owner) makeAdmin(model, group, owner);
    Object.assign(group, changes, changes.tags && { tags: kept(changes.tags) }, {
      owner,
      updatedAt: model.now,
      updatedBy: actor ?? SYSTEM.uid,
    });
    for (const field of unset) group[field] = undefined;
    if (kind !== 'password') group.password = undefined;
    return { data: groupView(model, group, actor) };
  },
});

const remove = step({
  name: 'delete group',
  weight: 0.6,
  params: fc.record({ guid, as: maybeActor }),
  call: ({ guid: id, as }) => ({ method: 'DELETE', path: `/groups/${id}`, as }),
  expect: (model, { guid: id, as }) => {
    const group = model.groups.get(low(id));
    if (!group) return refused('ERR_GUID_NOT_FOUND');
    const codes = needs('admin', group, as && low(as));
    if (codes.length > 0) return refused(...codes);
    model.groups.delete(group.guid);
    model.removeConversation({ kind: 'group', a: group.guid, b: '' });
    return { data: ACKNOWLEDGED };
  },
});

const list = step({
  name: 'list groups',
  weight: 2,
  params: fc.record({
    page,
    as: maybeActor,
    asked: some({
      hasJoined: fc.constant(true),
      withTags: fc.boolean(),
      searchKey,
      type: fc.constantFrom('public', 'private'),
      tags: fc.constantFrom('red', 'blue'),
    }),
  }),
  call: ({ page: at, as, asked }) => ({ method: 'GET', path: `/groups${query({ ...at, ...asked })}`, as }),
  expect: (model, { page: at, as, asked }) => {
    const viewer = as && low(as);
    return pageOf(
      groupList(model, viewer, asked).map((group) =>
        groupView(model, group, viewer, asked.withTags ?? false),
      ),
      at,
    );
  },
});

/** Calls about groups. */
export const groupSteps: readonly Weighted[] = [createGroup, get, update, remove, list];
