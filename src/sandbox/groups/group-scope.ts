import type { App } from '../app/app.ts';
import type { ActorCall } from '../app/route.ts';
import type { Peers } from '../stores/conversation-store.ts';
import type { Group } from '../stores/group-store.ts';
import { type Member, SCOPES, type Scope } from '../stores/member-store.ts';
import { type ApiError, notAMember, userRefused } from '../wire/api-error.ts';

const rankOf = (scope: Scope) => SCOPES.indexOf(scope);

const refusal = (code: string, uid: string, what: string, guid: string): ApiError =>
  userRefused(code, uid, `${what} in the group with guid ${guid}`);

/** The membership of the actor. Undefined for the app system. Refuses an actor that is no member. */
function actingMember({ app, actor }: ActorCall, guid: string): Member | undefined {
  if (!actor) return undefined;
  const member = app.members.findMember(guid, actor.uid);
  if (!member) throw notAMember(actor.uid, guid);
  return member;
}

/** True if a user is one of the two users of a conversation, or in its group. */
export const isParticipant = ({ members }: App, { kind, peerA, peerB }: Peers, uid: string): boolean =>
  kind === 'user' ? uid === peerA || uid === peerB : members.findMember(peerA, uid) !== undefined;

/** Refuses an actor that is not an admin of the group. Documented: admins add members and delete the group. */
export function checkAdmin(call: ActorCall, guid: string): void {
  const member = actingMember(call, guid);
  if (!member || member.scope === 'admin') return;
  throw refusal('ERR_GROUP_NO_ADMIN_SCOPE', member.uid, 'is not an admin', guid);
}

/** Refuses an actor that is neither admin nor moderator. Documented: both update the group. */
export function checkModerator(call: ActorCall, guid: string): void {
  const member = actingMember(call, guid);
  if (call.app.quirks.adminsOnly) {
    checkAdmin(call, guid);
    return;
  }
  if (member?.scope !== 'participant') return;
  throw refusal('ERR_GROUP_NO_MODERATOR_SCOPE', member.uid, 'is neither an admin nor a moderator', guid);
}

/**
 * Refuses an actor that may not kick, ban or change `target`: nobody may act on itself or on the owner, and a
 * moderator only on participants. `granted` is the new scope of the target.
 */
export function checkPowerOver(
  call: ActorCall,
  group: Group,
  target: Pick<Member, 'uid' | 'scope'>,
  granted?: Scope,
): void {
  const member = actingMember(call, group.guid);
  if (!member) return;
  if (member.uid === target.uid) {
    throw refusal('ERR_GROUP_NO_SELF_ACTION', member.uid, 'cannot do this to itself', group.guid);
  }
  checkModerator(call, group.guid);
  const mayTouch = member.scope === 'admin' || target.scope === 'participant';
  const mayGrant = granted === undefined || rankOf(member.scope) <= rankOf(granted);
  const isOpen = target.uid !== group.owner || call.app.quirks.ownerFree;
  if (mayTouch && mayGrant && isOpen) return;
  throw refusal(
    'ERR_GROUP_NO_SCOPE_CLEARANCE',
    member.uid,
    `has no clearance over the user with uid ${target.uid}`,
    group.guid,
  );
}

/** Refuses an actor that may not read the members of a group: a non-member, unless the group is public. */
export function checkMayListMembers(call: ActorCall, group: Group): void {
  if (!call.app.quirks.openMembers) checkMayRead(call, group);
}

/** Refuses an actor that may not read a group: a non-member, unless the group is public. */
export function checkMayRead(call: ActorCall, group: Group): void {
  if (group.type !== 'public') actingMember(call, group.guid);
}
