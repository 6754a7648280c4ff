import { type Check, skip } from '../check.ts';
import { accepted, must, refused, refusedRow, same, sameSet } from '../expect.ts';
import { allOf, columnOf, firstOf, newGroup, newUids, reads, writes } from '../rows.ts';

const SCOPES = ['admin', 'moderator', 'participant'];

/** Members of groups. */
export const memberChecks: readonly Check[] = [
  reads("a group's members are listed with scope and time", ['listMembers'], async ({ service }) => {
    for (const { guid } of await firstOf(service.groups.list({ perPage: 10 }), 10)) {
      const listed = await firstOf(service.members.list(guid, { perPage: 3 }), 3);
      for (const { uid, scope } of listed)
        must(SCOPES.includes(scope ?? ''), `${uid} is a ${scope} of ${guid}`);
      if (listed.length > 0) return;
    }
    skip('no group of the first ten has members');
  }),

  writes(
    'users are added in every scope, each with its own result',
    ['addMembers', 'listMembers'],
    async (context) => {
      const { members } = context.service;
      const [owner = '', mod = '', plain = ''] = await newUids(context, 'owner', 'mod', 'plain');
      const { guid } = await newGroup(context, 'team', { owner });
      const nobody = context.id('nobody');
      const added = await members.add(guid, { moderators: [mod], participants: [plain, nobody] });
      accepted(added.moderators.get(mod), 'the moderator');
      accepted(added.participants.get(plain), 'the participant');
      refusedRow(added.participants.get(nobody), 'a uid that nobody has', 'ERR_UID_NOT_FOUND');
      const listed = await allOf(members.list(guid, { perPage: 1 }));
      sameSet(
        listed.map(({ uid, scope }) => `${uid} ${scope}`),
        [`${owner} admin`, `${mod} moderator`, `${plain} participant`],
        'members',
      );
      sameSet(await columnOf(members.list(guid, { scopes: ['moderator'] }), 'uid'), [mod], 'moderators');
      const again = await members.add(guid, { participants: [plain] });
      refusedRow(again.participants.get(plain), 'a member who has joined', 'ERR_ALREADY_JOINED');
    },
  ),

  writes('more than 25 users in one call are refused', ['addMembers'], async (context) => {
    const { guid } = await newGroup(context, 'team');
    const participants = Array.from({ length: 26 }, (_, at) => context.id(`u${at}`));
    await refused(context.service.members.add(guid, { participants }), 'ERR_BAD_REQUEST');
  }),

  writes(
    'a scope is changed, and the same scope again is refused',
    ['changeMemberScope'],
    async (context) => {
      const { members } = context.service;
      const [owner = '', plain = ''] = await newUids(context, 'owner', 'plain');
      const { guid } = await newGroup(context, 'team', { owner, members: { participants: [plain] } });
      const changed = await members.changeScope(guid, plain, 'moderator');
      same([changed.guid, changed.uid, changed.scope], [guid, plain, 'moderator'], 'the membership');
      await refused(members.changeScope(guid, plain, 'moderator'), 'ERR_SAME_SCOPE');
      await refused(
        members.changeScope(guid, context.id('nobody'), 'admin'),
        'ERR_NOT_A_MEMBER',
        'ERR_UID_NOT_FOUND',
      );
    },
  ),

  writes('a kicked member is gone and may come back', ['kickMember'], async (context) => {
    const { members } = context.service;
    const [owner = '', plain = ''] = await newUids(context, 'owner', 'plain');
    const { guid } = await newGroup(context, 'team', { owner, members: { participants: [plain] } });
    same((await members.kick(guid, plain)).success, true, 'success');
    sameSet(await columnOf(members.list(guid), 'uid'), [owner], 'members');
    await refused(members.kick(guid, plain), 'ERR_NOT_A_MEMBER');
    const added = await members.add(guid, { participants: [plain] });
    accepted(added.participants.get(plain), 'the member who comes back');
  }),

  writes(
    'who is no admin adds nobody, and a private group is not joined',
    ['addMembers'],
    async (context) => {
      const { members } = context.service;
      const [owner = '', plain = '', other = ''] = await newUids(context, 'owner', 'plain', 'other');
      const { guid } = await newGroup(context, 'team', {
        owner,
        type: 'private',
        members: { participants: [plain] },
      });
      const add = members.add(guid, { participants: [other] }, { onBehalfOf: plain });
      await refused(
        add,
        'ERR_GROUP_NO_ADMIN_SCOPE',
        'ERR_GROUP_NO_CLEARANCE',
        'ERR_GROUP_NO_SCOPE_CLEARANCE',
        'ERR_GROUP_NO_MODERATOR_SCOPE',
      );
      const join = members.add(guid, { participants: [other] }, { onBehalfOf: other });
      await refused(
        join,
        'ERR_GROUP_JOIN_NOT_ALLOWED',
        'ERR_GROUP_NOT_JOINED',
        'ERR_GROUP_NO_ADMIN_SCOPE',
        'ERR_GROUP_NO_CLEARANCE',
      );
    },
  ),
];
