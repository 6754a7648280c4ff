import { type Check, skip } from '../check.ts';
import { accepted, must, refused, refusedRow, same, sameSet } from '../expect.ts';
import { columnOf, firstOf, newUids, reads, writes } from '../rows.ts';

/** Friends of users. */
export const friendChecks: readonly Check[] = [
  reads("a user's friends are listed", ['listFriends'], async ({ service, id }) => {
    const [user] = await firstOf(service.users.list({ perPage: 1 }), 1);
    if (!user) skip('the app has no users');
    for (const { uid } of await firstOf(service.friends.list(user.uid, { perPage: 3 }), 3))
      must(uid !== user.uid, `${uid} is a friend of itself`);
    await refused(firstOf(service.friends.list(id('nobody')), 1), 'ERR_UID_NOT_FOUND');
  }),

  writes(
    'friends are made both ways and parted again',
    ['addFriends', 'listFriends', 'removeFriends'],
    async (context) => {
      const { friends } = context.service;
      const [ann = '', bob = '', cid = ''] = await newUids(context, 'ann', 'bob', 'cid');
      const nobody = context.id('nobody');
      const added = await friends.add(ann, [bob, cid, nobody]);
      accepted(added.get(bob), 'the first friend');
      accepted(added.get(cid), 'the second friend');
      refusedRow(
        added.get(nobody),
        'a friend who does not exist',
        'ERR_UID_NOT_FOUND',
        'ERR_FAILED_TO_ADD_FRIEND',
      );
      const of = (uid: string) => columnOf(friends.list(uid, { perPage: 1 }), 'uid');
      sameSet(await of(ann), [bob, cid], 'friends of the one');
      sameSet(await of(bob), [ann], 'friends of the other');
      same((await friends.remove(ann, [bob])).success, true, 'success');
      sameSet(await of(ann), [cid], 'friends after one has gone');
      sameSet(await of(bob), [], 'friends of the one who has gone');
    },
  ),

  writes('nobody is a friend of itself', ['addFriends'], async (context) => {
    const [ann = ''] = await newUids(context, 'ann');
    await refused(context.service.friends.add(ann, [ann]), 'ERR_CANNOT_FORM_SELF_RELATION');
  }),
];
