import type { ActorCall, Call } from '../app/route.ts';
import { type CountedGroup, groupJson } from '../stores/group-store.ts';
import { numberMember, textMember } from '../wire/json-text.ts';

/** The members of a group's JSON about one user: scope and joinedAt. Empty if the user is not in the group. */
export function membershipMembers(
  { app }: Pick<Call, 'app'>,
  guid: string,
  uid: string | undefined,
): readonly string[] {
  const member = uid === undefined ? undefined : app.members.findMember(guid, uid);
  if (!member) return [];
  return [textMember('scope', member.scope), numberMember('joinedAt', member.joinedAt), '"hasJoined":true'];
}

/** A group with its tags, as the actor sees it. `extra` adds members. */
export function groupSeenBy(call: ActorCall, group: CountedGroup, ...extra: readonly string[]): string {
  return groupJson(group, true, ...membershipMembers(call, group.guid, call.actor?.uid), ...extra);
}
