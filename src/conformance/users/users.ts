import { type Check, skip } from '../check.ts';
import { isTime, must, refused, same, sameSet } from '../expect.ts';
import { type AnsweredUser, allOf, firstOf, newUids, newUser, ownUid, reads, writes } from '../rows.ts';

const TAGS = ['conformance', 'second tag'];

function isUser(user: AnsweredUser): void {
  must(user.uid !== '' && user.uid === user.uid.toLowerCase(), `the uid ${user.uid} is not in lower case`);
  must(user.name, `the user ${user.uid} has no name`);
  must(user.role, `the user ${user.uid} has no role`);
  must(isTime(user.createdAt), `createdAt of ${user.uid} is no time in seconds`);
}

/** Users: from creation to removal. */
export const userChecks: readonly Check[] = [
  reads(
    'users are listed with their fields, and each can be read by its uid',
    ['listUsers', 'getUser'],
    async ({ service }) => {
      const listed = await firstOf(service.users.list({ perPage: 3 }), 3);
      const [first] = listed;
      if (!first) skip('the app has no users');
      for (const user of listed) isUser(user);
      const read = await service.users.get(first.uid);
      same(
        [read.uid, read.name, read.createdAt],
        [first.uid, first.name, first.createdAt],
        'the user by its uid',
      );
    },
  ),

  reads('a uid that nobody has is refused', ['getUser'], async ({ service, id }) => {
    await refused(service.users.get(id('nobody')), 'ERR_UID_NOT_FOUND');
  }),

  reads('users as another user sees them', ['getUser'], async ({ service }) => {
    const [one, other] = await firstOf(service.users.list({ perPage: 2 }), 2);
    if (!one || !other) skip('the app has fewer than two users');
    const seen = await service.users.get(one.uid, { onBehalfOf: other.uid });
    same(seen.uid, one.uid, 'the uid');
  }),

  writes(
    'a user is created, read, changed and removed',
    ['createUser', 'getUser', 'updateUser', 'deleteUser'],
    async (context) => {
      const { users } = context.service;
      const made = await newUser(context, 'ann', {
        avatar: 'https://example.com/a.png',
        link: 'https://example.com/ann',
        metadata: { city: 'Köln', '@private': { email: 'a@example.com' } },
        tags: TAGS,
      });
      isUser(made);
      same(made.role, 'default', 'the role of a user that was given none');
      same(made.authToken, undefined, 'the token that was not asked for');
      const { uid } = made;
      const read = await users.get(uid);
      same(read.metadata, { city: 'Köln', '@private': { email: 'a@example.com' } }, 'metadata');
      same(
        [read.avatar, read.link],
        ['https://example.com/a.png', 'https://example.com/ann'],
        'avatar and link',
      );
      const changed = await users.update(uid, { name: 'Änne', unset: ['avatar'] });
      same([changed.name, changed.avatar], ['Änne', undefined], 'the changed name and the removed avatar');
      must(isTime(changed.updatedAt), 'a changed user has no updatedAt');
      const after = await users.get(uid);
      same(
        [after.name, after.avatar, after.link],
        ['Änne', undefined, read.link],
        'the user after the change',
      );
      const { success } = await users.delete(uid, { permanent: true });
      same(success, true, 'success of the removal');
      await refused(users.get(uid), 'ERR_UID_NOT_FOUND');
    },
  ),

  writes('a user may come with an auth token', ['createUser'], async (context) => {
    const { authToken } = await newUser(context, 'tok', { withAuthToken: true });
    must(authToken, 'withAuthToken gave no authToken');
  }),

  writes(
    'uids are lower-cased; what is no uid, no name and no role is refused by field',
    ['createUser'],
    async (context) => {
      const { users } = context.service;
      const uid = ownUid(context, 'upper');
      same((await users.create({ uid: uid.toUpperCase(), name: 'Upper' })).uid, uid, 'the uid');
      same((await users.get(uid)).uid, uid, 'the uid when read');
      const spaces = await refused(users.create({ uid: `${uid} b`, name: 'B' }), 'ERR_BAD_REQUEST');
      must('uid' in spaces.details, 'details do not name uid');
      const nameless = await refused(users.create({ uid: `${uid}-c`, name: '' }), 'ERR_BAD_REQUEST');
      must('name' in nameless.details, 'details do not name name');
      const roleless = users.create({ uid: `${uid}-d`, name: 'D', role: `${uid}-no-role` });
      await refused(roleless, 'ERR_BAD_REQUEST', 'ERR_ROLE_NOT_FOUND');
    },
  ),

  writes('a taken uid is refused, and its user stays as it is', ['createUser'], async (context) => {
    const { users } = context.service;
    const { uid, name } = await newUser(context, 'taken');
    await refused(users.create({ uid, name: 'Another' }), 'ERR_UID_ALREADY_EXISTS');
    same((await users.get(uid)).name, name, 'the name');
  }),

  writes(
    'deactivated users are gone, are found when asked for, and come back',
    ['deleteUser', 'deactivateUsers', 'reactivateUsers', 'listUsers'],
    async (context) => {
      const { users } = context.service;
      const [one = '', two = ''] = await newUids(context, 'one', 'two');
      const nobody = context.id('nobody');
      sameSet((await users.deactivate(one)).deactivatedUids ?? [], [one], 'deactivatedUids of one user');
      await refused(users.get(one), 'ERR_UID_NOT_FOUND');
      const many = await users.deactivate([one, two, nobody]);
      must(many.deactivatedUids?.includes(two), 'deactivatedUids does not name the active user');
      const listed = async (query: object): Promise<string[]> =>
        (await allOf(users.list({ searchKey: context.id(''), ...query }))).map(({ uid }) => uid);
      sameSet(await listed({}), [], 'active users');
      sameSet(await listed({ onlyDeactivated: true }), [one, two], 'deactivated users');
      sameSet(await listed({ withDeactivated: true }), [one, two], 'all users');
      await users.reactivate([one, two]);
      sameSet(await listed({}), [one, two], 'users after they were reactivated');
      same((await users.get(one)).uid, one, 'the reactivated user');
    },
  ),

  writes(
    'users are found by the beginning of uid and name, by tags and by role',
    ['listUsers'],
    async (context) => {
      const { users } = context.service;
      const { uid: one } = await newUser(context, 'find-a', { name: `Xq ${context.id('find')}`, tags: TAGS });
      const { uid: two } = await newUser(context, 'find-b');
      const found = async (query: object): Promise<string[]> =>
        (await allOf(users.list({ searchKey: context.id('find'), ...query }))).map(({ uid }) => uid);
      sameSet(await found({}), [one, two], 'users by uid');
      sameSet(
        await found({ searchKey: `Xq ${context.id('find')}`, searchIn: ['name'] }),
        [one],
        'users by name',
      );
      sameSet(await found({ tags: ['conformance'] }), [one], 'users by tag');
      sameSet(await found({ role: 'default' }), [one, two], 'users by role');
      sameSet(await found({ roles: [context.id('no-role')] }), [], 'users of a role that nobody has');
      const [tagged] = await allOf(users.list({ searchKey: one, withTags: true }));
      sameSet(tagged?.tags ?? [], TAGS, 'tags');
    },
  ),
];
