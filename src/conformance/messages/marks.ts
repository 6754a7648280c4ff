import type { Check, CheckContext } from '../check.ts';
import { must, refused, same } from '../expect.ts';
import { type AnsweredMessage, newUids, say, writes } from '../rows.ts';

async function newMessage(
  context: CheckContext,
): Promise<{ ann: string; bob: string; message: AnsweredMessage }> {
  const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
  return { ann, bob, message: await say(context, ann, bob, 'Keep this') };
}

/** Marks on messages. */
export const markChecks: readonly Check[] = [
  writes('a message is pinned and unpinned', ['pinMessage', 'unpinMessage'], async (context) => {
    const { messages } = context.service;
    const { ann, message } = await newMessage(context);
    same(
      (await messages.pin(message.id, { onBehalfOf: ann }))['pinnedBy'],
      ann,
      'pinnedBy of a pinned message',
    );
    const unpinned = await messages.unpin(message.id, { onBehalfOf: ann });
    must((unpinned['pinnedAt'] ?? null) === null, 'an unpinned message has pinnedAt');
  }),

  writes('a message is saved and no longer saved', ['saveMessage', 'unsaveMessage'], async (context) => {
    const { messages } = context.service;
    const { bob, message } = await newMessage(context);
    const saved = await messages.save(message.id, { onBehalfOf: bob });
    must(saved['savedAt'], 'a saved message has no savedAt');
    const unsaved = await messages.unsave(message.id, { onBehalfOf: bob });
    must((unsaved['savedAt'] ?? null) === null, 'a message that is no longer saved has savedAt');
  }),

  writes('elements of a message are marked as used', ['markInteracted'], async (context) => {
    const { messages } = context.service;
    // The conversation of this first message is removed at the end.
    const { ann, bob } = await newMessage(context);
    const submitElement = { elementType: 'button', elementId: 'button-1', buttonText: 'Send' };
    const data = { interactiveData: { title: 'Form', formFields: [], submitElement } };
    const { id } = await messages.send(
      { receiver: bob, receiverType: 'user', category: 'interactive', type: 'form', data },
      { onBehalfOf: ann },
    );
    const used = messages.markAsInteracted(id, { interactions: ['button-1'] }, { onBehalfOf: bob });
    must((await used) !== null, 'the answer is null');
    const wrong = messages.markAsInteracted(id, { interactions: ['none'] }, { onBehalfOf: bob });
    await refused(wrong, 'ERR_BAD_REQUEST');
  }),

  writes('a message that does not exist cannot be marked', ['pinMessage', 'saveMessage'], async (context) => {
    const { messages } = context.service;
    const { ann } = await newMessage(context);
    const codes = ['ERR_MESSAGE_ID_NOT_FOUND', 'ERR_MSG_NOT_FOUND'];
    await refused(messages.pin('999999999999999', { onBehalfOf: ann }), ...codes);
    await refused(messages.save('999999999999999', { onBehalfOf: ann }), ...codes);
  }),
];
