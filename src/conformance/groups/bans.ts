import { type Check, skip } from '../check.ts';
import { accepted, must, refused, refusedRow, same, sameSet } from '../expect.ts';
import { columnOf, firstOf, newGroup, newUids, reads, writes } from '../rows.ts';

/** Users who are banned from groups. */
export const banChecks: readonly Check[] = [
  reads('banned users of a group are listed', ['listBannedUsers'], async ({ service }) => {
    const [group] = await firstOf(service.groups.list({ perPage: 1 }), 1);
    if (!group) skip('the app has no groups');
    for (const { uid } of await firstOf(service.bannedUsers.list(group.guid, { perPage: 3 }), 3))
      must(uid, 'a banned user has no uid');
  }),

  writes(
    'a banned member is out, cannot come back, and can after the ban',
    ['banUser', 'unbanUser', 'listBannedUsers'],
    async (context) => {
      const { members, bannedUsers } = context.service;
      const [owner = '', plain = ''] = await newUids(context, 'owner', 'plain');
      const { guid } = await newGroup(context, 'team', { owner, members: { participants: [plain] } });
      same((await bannedUsers.ban(guid, plain)).success, true, 'success of the ban');
      sameSet(await columnOf(members.list(guid), 'uid'), [owner], 'members during the ban');
      sameSet(await columnOf(bannedUsers.list(guid), 'uid'), [plain], 'banned users');
      const added = await members.add(guid, { participants: [plain] });
      refusedRow(
        added.participants.get(plain),
        'the banned user',
        'ERR_BANNED_GROUPMEMBER',
        'ERR_ALREADY_BANNED',
      );
      same((await bannedUsers.unban(guid, plain)).success, true, 'success of the end of the ban');
      sameSet(await columnOf(bannedUsers.list(guid), 'uid'), [], 'banned users after the ban');
      const back = await members.add(guid, { participants: [plain] });
      accepted(back.participants.get(plain), 'the user after the ban');
      await refused(bannedUsers.unban(guid, plain), 'ERR_NOT_A_BANNED_USER');
    },
  ),

  writes('users are banned while others are added', ['addMembers', 'listBannedUsers'], async (context) => {
    const { members, bannedUsers } = context.service;
    const [owner = '', bad = ''] = await newUids(context, 'owner', 'bad');
    const { guid } = await newGroup(context, 'team', { owner });
    accepted((await members.add(guid, { usersToBan: [bad] })).usersToBan.get(bad), 'the ban');
    sameSet(await columnOf(bannedUsers.list(guid), 'uid'), [bad], 'banned users');
  }),
];
