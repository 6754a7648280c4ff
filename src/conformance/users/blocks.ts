import { type Check, skip } from '../check.ts';
import { accepted, must, refused, refusedRow, same, sameSet } from '../expect.ts';
import { allOf, columnOf, firstOf, newUids, reads, say, writes } from '../rows.ts';

/** Users whom users have blocked. */
export const blockChecks: readonly Check[] = [
  reads('those whom a user has blocked are listed', ['listBlockedUsers'], async ({ service }) => {
    const [user] = await firstOf(service.users.list({ perPage: 1 }), 1);
    if (!user) skip('the app has no users');
    for (const { uid } of await firstOf(service.blockedUsers.list(user.uid, { perPage: 3 }), 3))
      must(uid !== user.uid, `${uid} has blocked itself`);
  }),

  writes(
    'a block stands both ways until it is lifted',
    ['blockUsers', 'listBlockedUsers', 'unblockUsers', 'getUser'],
    async (context) => {
      const { blockedUsers, users } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      accepted((await blockedUsers.block(ann, [bob])).get(bob), 'the block');
      const [blocked] = await allOf(blockedUsers.list(ann));
      same([blocked?.uid, blocked?.blockedByMe], [bob, true], 'the blocked user');
      const { hasBlockedMe } = await users.get(ann, { onBehalfOf: bob });
      same(hasBlockedMe, true, 'hasBlockedMe for the blocked user');
      await refused(say(context, bob, ann, 'blocked'), 'ERR_BLOCKED_RECEIVER', 'ERR_BLOCKED_SENDER');
      accepted((await blockedUsers.unblock(ann, [bob])).get(bob), 'the end of the block');
      sameSet(await columnOf(blockedUsers.list(ann), 'uid'), [], 'blocked users after that');
      await say(context, bob, ann, 'no longer blocked');
    },
  ),

  writes('nobody blocks itself, nor somebody who does not exist', ['blockUsers'], async (context) => {
    const { blockedUsers } = context.service;
    const [ann = ''] = await newUids(context, 'ann');
    await refused(blockedUsers.block(ann, [ann]), 'ERR_CANNOT_BLOCK_SELF');
    const nobody = context.id('nobody');
    refusedRow((await blockedUsers.block(ann, [nobody])).get(nobody), 'nobody', 'ERR_UID_NOT_FOUND');
  }),
];
