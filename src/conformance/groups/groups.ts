import { type Check, skip } from '../check.ts';
import { isGroupConversation } from '../conversation-id.ts';
import { accepted, isTime, must, refused, refusedRow, same, sameSet } from '../expect.ts';
import { type AnsweredGroup, columnOf, firstOf, newGroup, newUids, ownGuid, reads, writes } from '../rows.ts';

function isGroup({ guid, name, type, createdAt, conversationId, owner, membersCount }: AnsweredGroup): void {
  must(guid === guid.toLowerCase(), `the guid ${guid} is not in lower case`);
  must(name, `the group ${guid} has no name`);
  must(['public', 'password', 'private'].includes(type ?? ''), `the group ${guid} is of the type ${type}`);
  must(isTime(createdAt), `createdAt of ${guid} is no time in seconds`);
  must(owner, `the group ${guid} has no owner`);
  must((membersCount ?? -1) >= 0, `the group ${guid} has no membersCount`);
  must(
    conversationId === undefined || isGroupConversation(conversationId, guid),
    `the conversation of ${guid} is ${conversationId}`,
  );
}

/** Groups: from creation to removal. */
export const groupChecks: readonly Check[] = [
  reads(
    'groups are listed with their fields, and each can be read by its guid',
    ['listGroups', 'getGroup'],
    async ({ service }) => {
      const listed = await firstOf(service.groups.list({ perPage: 3 }), 3);
      const [first] = listed;
      if (!first) skip('the app has no groups');
      for (const group of listed) isGroup(group);
      const read = await service.groups.get(first.guid);
      same(
        [read.guid, read.name, read.createdAt],
        [first.guid, first.name, first.createdAt],
        'the group by its guid',
      );
    },
  ),

  reads('a guid that no group has is refused', ['getGroup'], async ({ service, id }) => {
    await refused(service.groups.get(id('nothing')), 'ERR_GUID_NOT_FOUND');
  }),

  writes(
    'a group is created, read, changed and removed',
    ['createGroup', 'getGroup', 'updateGroup', 'deleteGroup'],
    async (context) => {
      const { groups } = context.service;
      const [owner = '', next = ''] = await newUids(context, 'owner', 'next');
      const made = await newGroup(context, 'team', {
        owner,
        description: 'One',
        icon: 'https://example.com/i.png',
        metadata: { a: 1 },
        tags: ['conformance'],
      });
      isGroup(made);
      same(made.owner, owner, 'the owner');
      const { guid } = made;
      const read = await groups.get(guid);
      same(
        [read.description, read.metadata, read.icon],
        ['One', { a: 1 }, 'https://example.com/i.png'],
        'fields',
      );
      const changed = await groups.update(guid, { name: 'Renamed', owner: next, unset: ['icon'] });
      same([changed.name, changed.icon], ['Renamed', undefined], 'the changed name and the removed icon');
      must(isTime(changed.updatedAt), 'a changed group has no updatedAt');
      same((await groups.get(guid)).owner, next, 'the new owner');
      same((await groups.delete(guid)).success, true, 'success of the removal');
      await refused(groups.get(guid), 'ERR_GUID_NOT_FOUND');
    },
  ),

  writes(
    'a group comes with members, and one that cannot be added does not fail it',
    ['createGroup'],
    async (context) => {
      const { groups, members } = context.service;
      const [admin = '', plain = ''] = await newUids(context, 'admin', 'plain');
      const nobody = context.id('nobody');
      const made = await newGroup(context, 'team', {
        owner: admin,
        members: { participants: [plain, nobody] },
      });
      type Results = Record<string, { success: boolean; error?: { code?: string } }>;
      const answered = made['members'] as { data?: { participants?: Results } } | undefined;
      const results = answered?.data?.participants;
      must(results, 'the answer has no data.members.data.participants');
      accepted(results[plain], 'the member that exists');
      refusedRow(results[nobody], 'the member that does not', 'ERR_UID_NOT_FOUND');
      sameSet(await columnOf(members.list(made.guid), 'uid'), [admin, plain], 'the members');
      must((await groups.get(made.guid)).membersCount === 2, 'membersCount is not 2');
    },
  ),

  writes('who creates a group owns it and is its admin', ['createGroup', 'getGroup'], async (context) => {
    const { groups } = context.service;
    const [ann = ''] = await newUids(context, 'ann');
    const guid = ownGuid(context, 'mine');
    same(
      (await groups.create({ guid, name: 'Mine', type: 'public' }, { onBehalfOf: ann })).owner,
      ann,
      'the owner',
    );
    const { scope, hasJoined } = await groups.get(guid, { onBehalfOf: ann });
    same([scope, hasJoined], ['admin', true], 'the scope of the owner');
  }),

  writes(
    'a taken guid, a password group without one and an unknown type are refused',
    ['createGroup'],
    async (context) => {
      const { groups } = context.service;
      const { guid } = await newGroup(context, 'taken');
      await refused(groups.create({ guid, name: 'Again', type: 'public' }), 'ERR_GUID_ALREADY_EXISTS');
      const locked = groups.create({ guid: `${guid}-p`, name: 'P', type: 'password' });
      await refused(locked, 'ERR_BAD_REQUEST', 'ERR_EMPTY_GROUP_PASS');
      const strange = groups.create({ guid: `${guid}-t`, name: 'T', type: 'secret' as 'public' });
      await refused(strange, 'ERR_BAD_REQUEST');
    },
  ),

  writes(
    'groups are found by guid and name, by type, by tag and by who has joined',
    ['listGroups'],
    async (context) => {
      const { groups } = context.service;
      const [ann = ''] = await newUids(context, 'ann');
      const { guid: open } = await newGroup(context, 'find-open', { owner: ann, tags: ['conformance'] });
      const { guid: closed } = await newGroup(context, 'find-closed', { type: 'private' });
      const found = (query: object, options: object = {}) =>
        columnOf(groups.list({ searchKey: context.id('find'), ...query }, options), 'guid');
      sameSet(await found({}), [open, closed], 'groups by guid');
      sameSet(await found({ type: 'private' }), [closed], 'private groups');
      sameSet(
        await found({ types: ['public', 'password'] }),
        [open],
        'public groups and those with a password',
      );
      sameSet(await found({ tags: ['conformance'] }), [open], 'groups by tag');
      sameSet(await found({ hasJoined: true }, { onBehalfOf: ann }), [open], 'groups that a user has joined');
    },
  ),
];
