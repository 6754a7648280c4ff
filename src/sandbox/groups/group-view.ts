import type { ActorCall, Call } from '../app/route.ts';
import { type CountedGroup, groupJson } from '../stores/group-store.ts';
import { numberMember, textMember } from '../wire/json-text.ts';

/** What a group says about one user: scope and time of joining; nothing of a user that is not in it. */
export function membershipMembers(
  { app }: Pick<Call, 'app'>,
  guid: string,
  uid: string | undefined,
): readonly string[] {
  const member = uid === undefined ? undefined : app.members.findMember(guid, uid);
  if (!member) return [];
  return [textMember('scope', member.scope), numberMember('joinedAt', member.joinedAt), '"hasJoined":true'];
}

/** A group with its tags as the actor sees it; `extra` are more members. */
export function groupSeenBy(call: ActorCall, group: CountedGroup, ...extra: readonly string[]): string {
  return groupJson(group, true, ...membershipMembers(call, group.guid, call.actor?.uid), ...extra);
}
