import type { ActorCall, RouteAnswer } from '../app/route.ts';
import type { Member } from '../stores/member-store.ts';
import { USER_COLUMNS, type User } from '../stores/user-store.ts';
import { userSeenBy } from '../users/user-view.ts';
import { Filter } from '../wire/filter.ts';
import { numberMember, textMember } from '../wire/json-text.ts';
import { offsetOf, type PageQuery, pageAnswer } from '../wire/pagination.ts';

/** A user with its membership in a group, as lists read it. */
type MemberUser = User & Pick<Member, 'scope' | 'joinedAt' | 'isBanned'>;

/** The JSON of a member or banned user in a list, as the actor sees it. */
function memberJson({ app, actor }: ActorCall, member: MemberUser): string {
  const own = [
    textMember('scope', member.scope),
    numberMember('joinedAt', member.joinedAt),
    member.isBanned === 1 ? '"isBanned":true' : '',
  ].filter((text) => text !== '');
  return `${userSeenBy(app, member, actor?.uid, false).slice(0, -1)},${own.join(',')}}`;
}

/** Which rows of a group to list: the members of some scopes (of all, if none is named), or the banned users. */
export type Listed = {
  readonly guid: string;
  readonly isBanned: 0 | 1;
  readonly scopes: readonly string[];
  readonly status?: 'available' | 'offline' | undefined;
};

/** A page of a group's members or banned users, in the order of their uids. */
export function listMembersOf(call: ActorCall, page: PageQuery, listed: Listed): RouteAnswer {
  const { app } = call;
  const filter = new Filter();
  filter.where('members.guid = ? AND members.is_banned = ?', listed.guid, listed.isBanned);
  filter.oneOf('members.scope', listed.scopes);
  // Every user is offline.
  if (listed.status === 'available') filter.where('FALSE');
  const members = app.db.all<MemberUser>(
    `SELECT ${USER_COLUMNS}, page.scope, page.joined_at AS joinedAt, page.is_banned AS isBanned
     FROM (SELECT uid, scope, joined_at, is_banned FROM members${filter.sql} ORDER BY uid LIMIT ? OFFSET ?) AS page
     CROSS JOIN users USING (uid) ORDER BY uid`,
    ...filter.params,
    page.perPage,
    offsetOf(page),
  );
  const items = members.map((member) => memberJson(call, member));
  return pageAnswer(page, app.db.count(`members${filter.sql}`, ...filter.params), items);
}
