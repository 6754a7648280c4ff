import type { Check } from '../check.ts';
import { accepted, must, refused, same, sameSet } from '../expect.ts';
import { allOf, columnOf, newGroup, newUids, writes } from '../rows.ts';

/** Codes for a member whose scope does not allow the call. */
const NOT_ALLOWED = [
  'ERR_GROUP_NO_ADMIN_SCOPE',
  'ERR_GROUP_NO_MODERATOR_SCOPE',
  'ERR_GROUP_NO_SCOPE_CLEARANCE',
  'ERR_GROUP_NO_CLEARANCE',
];

/** Checks of what scopes allow in groups, the order in which groups are listed, and the messages about new members. */
export const groupRuleChecks: readonly Check[] = [
  writes(
    'a participant changes no group, no scope, and nobody else',
    ['updateGroup', 'deleteGroup', 'changeMemberScope', 'kickMember', 'banUser'],
    async (context) => {
      const { groups, members, bannedUsers } = context.service;
      const [owner = '', plain = '', other = ''] = await newUids(context, 'owner', 'plain', 'other');
      const { guid } = await newGroup(context, 'team', { owner, members: { participants: [plain, other] } });
      const as = { onBehalfOf: plain };
      await refused(groups.update(guid, { name: 'Mine' }, as), ...NOT_ALLOWED);
      await refused(members.changeScope(guid, other, 'admin', as), ...NOT_ALLOWED);
      await refused(members.kick(guid, other, as), ...NOT_ALLOWED);
      await refused(bannedUsers.ban(guid, other, as), ...NOT_ALLOWED);
      await refused(groups.delete(guid, as), ...NOT_ALLOWED);
      same((await allOf(members.list(guid))).length, 3, 'the number of members after that');
    },
  ),

  writes('a uid in several lists is taken once, in the highest of them', ['addMembers'], async (context) => {
    const { members } = context.service;
    const [owner = '', both = ''] = await newUids(context, 'owner', 'both');
    const { guid } = await newGroup(context, 'team', { owner });
    const added = await members.add(guid, { admins: [both], moderators: [both], participants: [both] });
    accepted(added.admins.get(both), 'the admin');
    must(
      !added.moderators.has(both) && !added.participants.has(both),
      'the uid has a result in a lower list too',
    );
    const found = (await allOf(members.list(guid))).find(({ uid }) => uid === both);
    same(found?.scope, 'admin', 'the scope');
  }),

  writes(
    'a group gets a message about every member that is added',
    ['addMembers', 'listGroupMessages'],
    async (context) => {
      const { members, messages } = context.service;
      const [owner = '', plain = ''] = await newUids(context, 'owner', 'plain');
      const { guid } = await newGroup(context, 'team', { owner });
      await members.add(guid, { participants: [plain] });
      const actions = await allOf(messages.listByGroup(guid, { categories: ['action'] }));
      const added = actions.find(({ type, data }) => type === 'groupMember' && data?.action === 'added');
      must(added, 'there is no message action/groupMember/added');
    },
  ),

  writes('groups are listed in the order that is asked for', ['listGroups'], async (context) => {
    const { groups } = context.service;
    const names = ['b', 'c', 'a'];
    for (const name of names)
      await newGroup(context, `order-${name}`, { name: `${context.id('order')} ${name}` });
    const listed = async (query: object): Promise<string[]> =>
      (await allOf(groups.list({ searchKey: context.id('order'), ...query }))).map(
        ({ guid }) => guid.at(-1) ?? '',
      );
    same(await listed({ sortBy: 'name', sortOrder: 'asc' }), ['a', 'b', 'c'], 'groups by name');
    same(
      await listed({ sortBy: 'guid', sortOrder: 'desc' }),
      ['c', 'b', 'a'],
      'groups by guid, from the end',
    );
    sameSet(await listed({ sortBy: 'createdAt' }), names, 'groups by createdAt');
  }),

  writes('groups that have changed since a time are listed', ['listGroups'], async (context) => {
    const { groups } = context.service;
    const { guid, createdAt = 0 } = await newGroup(context, 'changed');
    await groups.update(guid, { name: 'Changed' });
    const since = async (updatedAt: number): Promise<string[]> => {
      const query = { searchKey: guid, affix: 'append', updatedAt } as const;
      return columnOf(groups.list(query), 'guid');
    };
    same(await since(createdAt - 3_600), [guid], 'groups changed within the last hour');
    same(await since(createdAt + 86_400), [], 'groups changed after tomorrow');
  }),
];
