import type { Check } from '../check.ts';
import { sameSet } from '../expect.ts';
import { columnOf, newGroup, newUids, sayIn, writes } from '../rows.ts';

const IMAGE = {
  url: 'https://example.com/a.png',
  name: 'a.png',
  mimeType: 'image/png',
  extension: 'png',
  size: 3,
};

/** The filters of lists of messages. */
export const messageSearchChecks: readonly Check[] = [
  writes(
    'messages are found by conversation, sender, text, type, tag and time',
    ['listMessages'],
    async (context) => {
      const { messages } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const { guid } = await newGroup(context, 'team', { owner: ann, members: { participants: [bob] } });
      const word = context.id('word').replaceAll('-', '');
      const { id: plain, sentAt = 0 } = await sayIn(context, ann, guid, 'nothing special');
      const { id: worded } = await sayIn(context, bob, guid, `with ${word} in it`);
      const image = await messages.send(
        {
          receiver: guid,
          receiverType: 'group',
          type: 'image',
          tags: ['conformance'],
          data: { attachments: [IMAGE] },
        },
        { onBehalfOf: ann },
      );
      const found = (query: object) =>
        columnOf(messages.list({ conversationId: `group_${guid}`, categories: ['message'], ...query }), 'id');
      sameSet(await found({}), [plain, worded, image.id], 'messages of the conversation');
      sameSet(await found({ sender: bob }), [worded], 'messages of a sender');
      sameSet(await found({ searchKey: word }), [worded], 'messages with a word');
      sameSet(await found({ types: ['image'] }), [image.id], 'messages of a type');
      sameSet(await found({ tags: ['conformance'] }), [image.id], 'messages with a tag');
      sameSet(await found({ hasAttachments: true }), [image.id], 'messages with attachments');
      sameSet(await found({ fromTimestamp: sentAt + 86_400 }), [], 'messages of tomorrow');
      sameSet(
        await found({ fromTimestamp: sentAt - 60, toTimestamp: sentAt + 86_400 }),
        [plain, worded, image.id],
        'messages of today',
      );
    },
  ),
];
