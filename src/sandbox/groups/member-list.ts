import type { Answer, Call } from '../app/route.ts';
import { USER_COLUMNS } from '../stores/user-store.ts';
import { Filter } from '../wire/filter.ts';
import { jsonArray } from '../wire/json-text.ts';
import { offsetOf, type Page, pageMeta } from '../wire/pagination.ts';
import { type MemberUser, memberJson } from './member-json.ts';

/** Which of the users that have a row in a group: its members of some scopes (all, if none are named) or those it has banned. */
export type Listed = { readonly guid: string; readonly isBanned: 0 | 1; readonly scopes: readonly string[] };

/** A page of a group's members or banned users, in the order of their uids. */
export function listMembersOf(call: Pick<Call, 'app' | 'actor'>, page: Page, listed: Listed): Answer {
  const { app } = call;
  const filter = new Filter();
  filter.where('members.guid = ? AND members.is_banned = ?', listed.guid, listed.isBanned);
  filter.oneOf('members.scope', listed.scopes);
  const members = app.db.all<MemberUser>(
    `SELECT ${USER_COLUMNS}, page.scope, page.joined_at AS joinedAt, page.is_banned AS isBanned
     FROM (SELECT uid, scope, joined_at, is_banned FROM members${filter.sql} ORDER BY uid LIMIT ? OFFSET ?) AS page
     CROSS JOIN users USING (uid) ORDER BY uid`,
    ...filter.params,
    page.perPage,
    offsetOf(page),
  );
  return {
    data: jsonArray(members.map((member) => memberJson(call, member))),
    meta: pageMeta(page, app.db.count(`members${filter.sql}`, ...filter.params), members.length),
  };
}
