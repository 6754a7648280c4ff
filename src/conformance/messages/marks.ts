import type { Check, CheckContext } from '../check.ts';
import { must, refused } from '../expect.ts';
import { type AnsweredMessage, newUids, say, writes } from '../rows.ts';

async function newMessage(
  context: CheckContext,
): Promise<{ ann: string; bob: string; message: AnsweredMessage }> {
  const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
  return { ann, bob, message: await say(context, ann, bob, 'Keep this') };
}

/** Marks on messages. The answers of these newer calls are not documented, so every success passes. */
export const markChecks: readonly Check[] = [
  writes('a message is pinned and unpinned', ['pinMessage', 'unpinMessage'], async (context) => {
    const { messages } = context.service;
    const { ann, message } = await newMessage(context);
    must((await messages.pin(message.id, { onBehalfOf: ann })) !== null, 'the answer is null');
    must((await messages.unpin(message.id, { onBehalfOf: ann })) !== null, 'the answer is null');
  }),

  writes('a message is saved and no longer saved', ['saveMessage', 'unsaveMessage'], async (context) => {
    const { messages } = context.service;
    const { bob, message } = await newMessage(context);
    must((await messages.save(message.id, { onBehalfOf: bob })) !== null, 'the answer is null');
    must((await messages.unsave(message.id, { onBehalfOf: bob })) !== null, 'the answer is null');
  }),

  writes('elements of a message are marked as used', ['markInteracted'], async (context) => {
    const { messages } = context.service;
    const { bob, message } = await newMessage(context);
    const used = messages.markAsInteracted(message.id, { interactions: ['button-1'] }, { onBehalfOf: bob });
    must((await used) !== null, 'the answer is null');
  }),

  writes('a message that does not exist cannot be marked', ['pinMessage', 'saveMessage'], async (context) => {
    const { messages } = context.service;
    const { ann } = await newMessage(context);
    const codes = ['ERR_MESSAGE_ID_NOT_FOUND', 'ERR_MSG_NOT_FOUND'];
    await refused(messages.pin('999999999999999', { onBehalfOf: ann }), ...codes);
    await refused(messages.save('999999999999999', { onBehalfOf: ann }), ...codes);
  }),
];
