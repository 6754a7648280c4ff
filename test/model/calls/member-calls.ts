import fc from 'fast-check';
import { addAll, ban, needs, needsPower, note, readBuckets } from '../membership.ts';
import { type Group, low, type Scope, type ServiceModel } from '../service-model.ts';
import { step, type Weighted } from '../step.ts';
import { guid, maybeActor, page, query, some, uid, uids } from '../values.ts';
import { ACKNOWLEDGED, pageOf, refused } from '../verdict.ts';
import { userSeenBy } from '../views.ts';

const NO_GROUP = refused('ERR_GUID_NOT_FOUND');
const scope = fc.constantFrom<Scope>('admin', 'moderator', 'participant');

/** Members, or banned users, of a group by uid, as a user sees them. */
export function people(
  model: ServiceModel,
  group: Group,
  isBanned: boolean,
  viewer?: string,
  scopes?: string,
) {
  return [...group.people]
    .filter(([, one]) => one.isBanned === isBanned && (scopes === undefined || one.scope === scopes))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([id, one]) => {
      const user = model.users.get(id);
      if (!user) return [];
      const seen = userSeenBy(model, user, viewer, false);
      return [{ ...seen, scope: one.scope, joinedAt: one.joinedAt, isBanned: isBanned || undefined }];
    });
}

const add = step({
  name: 'add members',
  weight: 4,
  params: fc.record({
    guid,
    as: maybeActor,
    body: some({ admins: uids, moderators: uids, participants: uids, usersToBan: uids }),
  }),
  call: ({ guid: id, as, body }) => ({ method: 'POST', path: `/groups/${id}/members`, as, body }),
  expect: (model, { guid: id, as, body }) => {
    const group = model.groups.get(low(id));
    if (!group) return NO_GROUP;
    if (Object.keys(body).length === 0) return refused('ERR_BAD_REQUEST');
    const actor = as && low(as);
    const codes = actor === undefined ? [] : mayAdd(group, actor, body);
    return codes.length > 0 ? refused(...codes) : { data: addAll(model, group, body, actor) };
  },
});

const join = step({
  name: 'join group',
  weight: 3,
  params: fc.record({ guid, uid }),
  call: ({ guid: id, uid: who }) => ({
    method: 'POST',
    path: `/groups/${id}/members`,
    as: who,
    body: { participants: [who] },
  }),
  expect: (model, { guid: id, uid: who }, { body }) => {
    const group = model.groups.get(low(id));
    if (!group) return NO_GROUP;
    const codes = mayAdd(group, low(who), body as Record<string, string[]>);
    return codes.length > 0
      ? refused(...codes)
      : { data: addAll(model, group, body as Record<string, string[]>, low(who)) };
  },
});

/** Who is not a member may add itself to a public group; anything else is for admins. */
function mayAdd(group: Group, actor: string, body: Parameters<typeof readBuckets>[0]): readonly string[] {
  const isJoining = readBuckets(body).every(
    ([name, all]) => name === 'participants' && all.every((one) => one === actor),
  );
  if (!isJoining) return needs('admin', group, actor);
  return group.people.get(actor)?.isBanned === false || group.type === 'public'
    ? []
    : ['ERR_GROUP_JOIN_NOT_ALLOWED'];
}

/** The refusal of a user that is not in the group: it may not exist at all. */
const notThere = (model: ServiceModel, id: string) =>
  refused(model.users.has(id) ? 'ERR_NOT_A_MEMBER' : 'ERR_UID_NOT_FOUND');

const kick = step({
  name: 'kick member',
  weight: 2,
  params: fc.record({ guid, uid, as: maybeActor }),
  call: ({ guid: id, uid: who, as }) => ({ method: 'DELETE', path: `/groups/${id}/members/${who}`, as }),
  expect: (model, { guid: id, uid: given, as }) => {
    const group = model.groups.get(low(id));
    if (!group) return NO_GROUP;
    const who = low(given);
    const actor = as && low(as);
    const member = model.member(group.guid, who);
    if (!member) return notThere(model, who);
    const codes = needsPower(group, actor, { uid: who, scope: member.scope });
    if (codes.length > 0) return refused(...codes);
    group.people.delete(who);
    note(model, group, [who, 'kicked'], actor);
    return { data: ACKNOWLEDGED };
  },
});

const changeScope = step({
  name: 'change scope',
  weight: 2,
  params: fc.record({ guid, uid, as: maybeActor, body: some({ scope }) }),
  call: ({ guid: id, uid: who, as, body }) => ({
    method: 'PUT',
    path: `/groups/${id}/members/${who}`,
    as,
    body,
  }),
  expect: (model, { guid: id, uid: given, as, body: { scope: wanted = 'participant' } }) => {
    const group = model.groups.get(low(id));
    if (!group) return NO_GROUP;
    const who = low(given);
    const actor = as && low(as);
    const member = model.member(group.guid, who);
    if (!member) return notThere(model, who);
    const codes = [
      ...needsPower(group, actor, { uid: who, scope: member.scope }, wanted),
      ...(member.scope === wanted ? ['ERR_SAME_SCOPE'] : []),
    ];
    if (codes.length > 0) return refused(...codes);
    const old = member.scope;
    member.scope = wanted;
    note(model, group, [who, 'scopeChanged'], actor, { extras: { scope: { old, new: wanted } } });
    return { data: { guid: group.guid, uid: who, scope: wanted, joinedAt: member.joinedAt } };
  },
});

const banOne = step({
  name: 'ban user',
  weight: 2,
  params: fc.record({ guid, uid, as: maybeActor }),
  call: ({ guid: id, uid: who, as }) => ({ method: 'POST', path: `/groups/${id}/bannedusers/${who}`, as }),
  expect: (model, { guid: id, uid: who, as }) => {
    const group = model.groups.get(low(id));
    if (!group) return NO_GROUP;
    const codes = ban(model, group, low(who), as && low(as));
    return codes.length > 0 ? refused(...codes) : { data: ACKNOWLEDGED };
  },
});

const unban = step({
  name: 'unban user',
  weight: 3,
  params: fc.record({ guid, uid, as: maybeActor }),
  call: ({ guid: id, uid: who, as }) => ({ method: 'DELETE', path: `/groups/${id}/bannedusers/${who}`, as }),
  expect: (model, { guid: id, uid: given, as }) => {
    const group = model.groups.get(low(id));
    if (!group) return NO_GROUP;
    const who = low(given);
    const actor = as && low(as);
    const codes = [
      ...(model.users.has(who) ? [] : ['ERR_UID_NOT_FOUND']),
      ...needsPower(group, actor, { uid: who }),
      ...(group.people.get(who)?.isBanned ? [] : ['ERR_NOT_A_BANNED_USER']),
    ];
    if (codes.length > 0) return refused(...codes);
    group.people.delete(who);
    note(model, group, [who, 'unbanned'], actor);
    return { data: ACKNOWLEDGED };
  },
});

const list = step({
  name: 'list members',
  weight: 2,
  params: fc.record({ guid, page, as: maybeActor, asked: some({ scopes: scope }) }),
  call: ({ guid: id, page: at, as, asked }) => ({
    method: 'GET',
    path: `/groups/${id}/members${query({ ...at, ...asked })}`,
    as,
  }),
  expect: (model, { guid: id, page: at, as, asked }) => {
    const group = model.groups.get(low(id));
    if (!group) return NO_GROUP;
    const viewer = as && low(as);
    const isClosed = group.type !== 'public' && viewer !== undefined && !model.member(group.guid, viewer);
    return isClosed
      ? refused('ERR_NOT_A_MEMBER')
      : pageOf(people(model, group, false, viewer, asked.scopes), at);
  },
});

const listBanned = step({
  name: 'list banned users',
  params: fc.record({ guid, page }),
  call: ({ guid: id, page: at }) => ({ method: 'GET', path: `/groups/${id}/bannedusers${query(at)}` }),
  expect: (model, { guid: id, page: at }) => {
    const group = model.groups.get(low(id));
    return group ? pageOf(people(model, group, true), at) : NO_GROUP;
  },
});

/** Calls about members and bans. */
export const memberSteps: readonly Weighted[] = [
  add,
  join,
  kick,
  changeScope,
  banOne,
  unban,
  list,
  listBanned,
];
