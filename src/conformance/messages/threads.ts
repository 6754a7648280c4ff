import { type Check, type CheckContext, skip } from '../check.ts';
import { must, refused, same, sameSet } from '../expect.ts';
import { type AnsweredMessage, allOf, firstOf, newUids, RECENT, reads, say, writes } from '../rows.ts';

const text = (receiver: string, content: string) =>
  ({ receiver, receiverType: 'user', type: 'text', data: { text: content } }) as const;

/** Creates two users and a message from the first to the second, to reply to. */
async function newParent(
  context: CheckContext,
): Promise<{ ann: string; bob: string; parent: AnsweredMessage }> {
  const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
  return { ann, bob, parent: await say(context, ann, bob, 'What do you think?') };
}

/** Threads below messages. */
export const threadChecks: readonly Check[] = [
  reads('replies to a message are listed', ['listThreadMessages'], async ({ service }) => {
    const listed = await firstOf(service.messages.list({ limit: RECENT, categories: ['message'] }), RECENT);
    const parent = listed.find(({ replyCount }) => (replyCount ?? 0) > 0);
    if (!parent) skip('none of the newest messages has replies');
    const replies = await firstOf(service.threads.listMessages(parent.id, { limit: 3 }), 3);
    must(replies.length > 0, `the message ${parent.id} has a replyCount and no replies`);
    for (const { parentId } of replies) same(parentId, parent.id, 'parentId of a reply');
  }),

  reads("a user's threads are listed", ['listThreads'], async ({ service }) => {
    const [user] = await firstOf(service.users.list({ perPage: 1 }), 1);
    if (!user) skip('the app has no users');
    for (const { replyCount } of await firstOf(
      service.threads.list({ limit: 3 }, { onBehalfOf: user.uid }),
      3,
    ))
      must((replyCount ?? 0) > 0, 'a thread has no replies');
  }),

  reads('threads of the app come by their last change', ['listThreads'], async ({ service }) => {
    const threads = await firstOf(service.threads.list({ limit: 2 }), 10);
    if (threads.length === 0) skip('the app has no threads');
    const times = threads.map(({ updatedAt = 0 }) => updatedAt);
    same(
      times,
      times.toSorted((a, b) => b - a),
      'updatedAt of the threads, newest first',
    );
    same(new Set(threads.map(({ id }) => id)).size, threads.length, 'threads that are listed once');
  }),

  writes(
    'a reply goes to its thread, both ways',
    ['sendThreadMessage', 'listThreadMessages', 'listThreads'],
    async (context) => {
      const { threads, messages } = context.service;
      const { ann, bob, parent } = await newParent(context);
      const one = await threads.send(parent.id, text(ann, 'Yes'), { onBehalfOf: bob });
      const two = await threads.send(parent.id, text(bob, 'Good'), { onBehalfOf: ann });
      same(one.parentId, parent.id, 'parentId of the reply');
      sameSet(
        (await allOf(threads.listMessages(parent.id, { limit: 1 }))).map(({ id }) => id),
        [one.id, two.id],
        'replies',
      );
      same((await messages.get(parent.id)).replyCount, 2, 'replyCount of the message');
      const mine = await allOf(threads.list({}, { onBehalfOf: bob }));
      must(
        mine.some(({ id }) => id === parent.id),
        "the message is not among the user's threads",
      );
      const shown = await allOf(
        messages.listByUser(bob, { hideReplies: true, categories: ['message'] }, { onBehalfOf: ann }),
      );
      sameSet(
        shown.map(({ id }) => id),
        [parent.id],
        'messages without replies',
      );
    },
  ),

  writes('replies to replies are refused', ['sendThreadMessage'], async (context) => {
    const { threads } = context.service;
    const { ann, bob, parent } = await newParent(context);
    const reply = await threads.send(parent.id, text(ann, 'Yes'), { onBehalfOf: bob });
    await refused(
      threads.send(reply.id, text(bob, 'No'), { onBehalfOf: ann }),
      'ERR_MESSAGE_THREAD_NESTING',
      'ERR_WRONG_MESSAGE_THREAD',
    );
  }),

  writes(
    'a thread is followed and no longer followed',
    ['subscribeToThread', 'unsubscribeFromThread'],
    async (context) => {
      const { threads } = context.service;
      const { bob, parent } = await newParent(context);
      same((await threads.subscribe(parent.id, { onBehalfOf: bob })).success, true, 'success');
      same((await threads.unsubscribe(parent.id, { onBehalfOf: bob })).success, true, 'success');
    },
  ),
];
