import { type Group, type Message, type Scope, type ServiceModel, SYSTEM } from './service-model.ts';
import { failed } from './verdict.ts';
import { entity, messageView } from './views.ts';

const RANK: readonly Scope[] = ['participant', 'moderator', 'admin'];

/** Notes in a group's history what has happened to one of its users. */
export function note(
  model: ServiceModel,
  { guid }: Group,
  [uid, action]: readonly [uid: string, action: string],
  actor: string | undefined,
  extra: Record<string, unknown> = {},
): Message {
  const by = actor ?? SYSTEM.uid;
  const entities = {
    by: entity(model, 'user', by),
    for: entity(model, 'group', guid),
    on: entity(model, 'user', uid),
  };
  return model.add({
    kind: 'group',
    a: guid,
    b: '',
    sender: by,
    category: 'action',
    type: 'groupMember',
    data: { action, entities, ...extra },
    sentAt: model.now,
    updatedAt: model.now,
    counts: true,
  });
}

/** Why an actor may not do what needs a scope; empty where it may. The app may do everything. */
export function needs(
  scope: 'admin' | 'moderator',
  group: Group,
  actor: string | undefined,
): readonly string[] {
  if (actor === undefined) return [];
  const member = group.people.get(actor);
  if (!member || member.isBanned) return ['ERR_NOT_A_MEMBER'];
  if (RANK.indexOf(member.scope) >= RANK.indexOf(scope)) return [];
  return [scope === 'admin' ? 'ERR_GROUP_NO_ADMIN_SCOPE' : 'ERR_GROUP_NO_MODERATOR_SCOPE'];
}

/** Why an actor may not kick, ban or change a user. Of several reasons each may be named. */
export function needsPower(
  group: Group,
  actor: string | undefined,
  target: { readonly uid: string; readonly scope?: Scope | undefined },
  granted?: Scope,
): readonly string[] {
  if (actor === undefined) return [];
  const lacks = needs('moderator', group, actor);
  if (lacks.includes('ERR_NOT_A_MEMBER')) return lacks;
  const rank = RANK.indexOf(group.people.get(actor)?.scope ?? 'participant');
  const isHigh = target.uid === group.owner || (target.scope ?? 'participant') !== 'participant';
  const isAdmin = rank === RANK.indexOf('admin');
  const isBeyond =
    (isHigh && (!isAdmin || target.uid === group.owner)) ||
    (granted !== undefined && RANK.indexOf(granted) > rank);
  return [
    ...lacks,
    ...(actor === target.uid ? ['ERR_GROUP_NO_SELF_ACTION'] : []),
    ...(isBeyond ? ['ERR_GROUP_NO_SCOPE_CLEARANCE'] : []),
  ];
}

/** Bans a user; the reasons why not, if any. */
export function ban(
  model: ServiceModel,
  group: Group,
  uid: string,
  actor: string | undefined,
): readonly string[] {
  const person = group.people.get(uid);
  const codes = [
    ...(model.active(uid) ? [] : ['ERR_UID_NOT_FOUND']),
    ...needsPower(group, actor, { uid, scope: person?.scope }),
    ...(person?.isBanned ? ['ERR_ALREADY_BANNED'] : []),
  ];
  if (codes.length > 0) return codes;
  if (person) person.isBanned = true;
  else group.people.set(uid, { scope: 'participant', joinedAt: model.now, isBanned: true });
  note(model, group, [uid, 'banned'], actor);
  return [];
}

/** The lists of uids that a call adds to a group, in the order in which they count. */
export type Buckets = {
  readonly admins?: readonly string[];
  readonly moderators?: readonly string[];
  readonly participants?: readonly string[];
  readonly usersToBan?: readonly string[];
};
export const BUCKETS = ['admins', 'moderators', 'participants', 'usersToBan'] as const;
const SCOPE_OF = { admins: 'admin', moderators: 'moderator', participants: 'participant' } as const;

/** Each uid in the first of the lists that it stands in. */
export function readBuckets(
  buckets: Buckets,
): readonly (readonly [(typeof BUCKETS)[number], readonly string[]])[] {
  const seen = new Set<string>();
  return BUCKETS.map((name) => {
    const uids = [...new Set((buckets[name] ?? []).map((uid) => uid.toLowerCase()))].filter(
      (uid) => !seen.has(uid),
    );
    for (const uid of uids) seen.add(uid);
    return [name, uids] as const;
  }).filter(([, uids]) => uids.length > 0);
}

/** Adds and bans users; the result of each. */
export function addAll(model: ServiceModel, group: Group, buckets: Buckets, actor: string | undefined) {
  const results = readBuckets(buckets).map(([name, uids]) => {
    const each = uids.map((uid) => {
      if (name !== 'usersToBan') return [uid, addOne(model, group, [uid, SCOPE_OF[name]], actor)];
      const codes = ban(model, group, uid, actor);
      return [uid, codes.length > 0 ? failed(...codes) : { success: true }];
    });
    return [name, Object.fromEntries(each)] as const;
  });
  return Object.fromEntries(results);
}

function addOne(
  model: ServiceModel,
  group: Group,
  [uid, scope]: readonly [string, Scope],
  actor: string | undefined,
) {
  if (!model.active(uid)) return failed('ERR_UID_NOT_FOUND');
  const person = group.people.get(uid);
  if (person) return failed(person.isBanned ? 'ERR_BANNED_GROUPMEMBER' : 'ERR_ALREADY_JOINED');
  group.people.set(uid, { scope, joinedAt: model.now, isBanned: false });
  const message = note(model, group, [uid, uid === actor ? 'joined' : 'added'], actor);
  return { success: true, data: messageView(model, message) };
}

/** Makes a user an admin of a group, whatever it was there; the app owns groups without being in them. */
export function makeAdmin(model: ServiceModel, group: Group, uid: string): void {
  if (uid === SYSTEM.uid) return;
  const person = group.people.get(uid);
  if (person?.isBanned === false) person.scope = 'admin';
  else group.people.set(uid, { scope: 'admin', joinedAt: model.now, isBanned: false });
}
