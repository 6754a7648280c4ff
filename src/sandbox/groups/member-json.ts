import type { Call } from '../app/route.ts';
import type { Member } from '../stores/member-store.ts';
import type { User } from '../stores/user-store.ts';
import { userSeenBy } from '../users/user-view.ts';
import { numberMember, textMember } from '../wire/json-text.ts';

/** A user with what it is in a group; this is how lists read one. */
export type MemberUser = User & Pick<Member, 'scope' | 'joinedAt' | 'isBanned'>;

/** A member or banned user as the API lists it, seen by the actor if there is one. */
export function memberJson({ app, actor }: Pick<Call, 'app' | 'actor'>, member: MemberUser): string {
  const own = [
    textMember('scope', member.scope),
    numberMember('joinedAt', member.joinedAt),
    member.isBanned === 1 ? '"isBanned":true' : '',
  ].filter((text) => text !== '');
  return `${userSeenBy(app, member, actor?.uid, false).slice(0, -1)},${own.join(',')}}`;
}
