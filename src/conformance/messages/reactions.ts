import { type Check, skip } from '../check.ts';
import { isTime, must, same, sameSet } from '../expect.ts';
import { type AnsweredMessage, allOf, firstOf, newUids, RECENT, reads, say, writes } from '../rows.ts';

const HEART = '❤️';
const THUMB = '👍🏽';

const countOf = ({ data }: AnsweredMessage, reaction: string): number =>
  data?.reactions?.find((one) => one.reaction === reaction)?.count ?? 0;

/** Reactions to messages; an emoji in the path is percent-encoded. */
export const reactionChecks: readonly Check[] = [
  reads('reactions to a message are listed', ['listReactions', 'getReaction'], async ({ service }) => {
    const { messages, reactions } = service;
    const listed = await firstOf(messages.list({ limit: RECENT, categories: ['message'] }), RECENT);
    const message = listed.find(({ data }) => (data?.reactions?.length ?? 0) > 0);
    const reaction = message?.data?.reactions?.[0]?.reaction;
    if (!message || !reaction) skip('none of the newest messages has reactions');
    must(
      (await firstOf(reactions.list(message.id, { limit: 3 }), 3)).length > 0,
      'the list of reactions is empty',
    );
    for (const one of await firstOf(reactions.listByReaction(message.id, reaction, { limit: 3 }), 3))
      same(one.reaction, reaction, 'a reaction of the list of one reaction');
  }),

  writes(
    'reactions are added, counted, listed and taken back',
    ['addReaction', 'listReactions', 'getReaction', 'removeReaction'],
    async (context) => {
      const { reactions, messages } = context.service;
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const { id } = await say(context, ann, bob, 'React!');
      same((await reactions.add(id, HEART, { onBehalfOf: ann })).id, id, 'the message that is answered');
      await reactions.add(id, HEART, { onBehalfOf: bob });
      await reactions.add(id, THUMB, { onBehalfOf: bob });
      const read = await messages.get(id);
      same([countOf(read, HEART), countOf(read, THUMB)], [2, 1], 'the counts in the message');
      const all = await allOf(reactions.list(id, { limit: 1 }));
      sameSet(
        all.map(({ uid, reaction }) => `${uid} ${reaction}`),
        [`${ann} ${HEART}`, `${bob} ${HEART}`, `${bob} ${THUMB}`],
        'reactions',
      );
      for (const { reactedAt } of all) must(isTime(reactedAt), 'reactedAt is no time in seconds');
      const hearts = await allOf(reactions.listByReaction(id, HEART));
      sameSet(
        hearts.map(({ uid }) => uid ?? ''),
        [ann, bob],
        'users who reacted so',
      );
      await reactions.remove(id, HEART, { onBehalfOf: ann });
      const left = await allOf(reactions.list(id));
      sameSet(
        left.map(({ uid, reaction }) => `${uid} ${reaction}`),
        [`${bob} ${HEART}`, `${bob} ${THUMB}`],
        'reactions that are left',
      );
    },
  ),
];
