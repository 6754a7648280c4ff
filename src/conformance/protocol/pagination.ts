import { type Check, skip } from '../check.ts';
import { must, same, sameSet } from '../expect.ts';
import {
  allOf,
  columnOf,
  firstOf,
  newGroup,
  newUids,
  newUser,
  reads,
  say,
  sayIn,
  talkingPair,
  writes,
} from '../rows.ts';

/** Rows to read both ways: on one page, and on pages of three. */
const ROWS = 12;
const TINY = 3;
/** Attempts: other users of the app may change it between two readings. */
const READINGS = 3;

/** Fails the check unless tiny pages give the rows of one large page, each once and in the same order. */
async function pagesAgree(listed: (size: number) => Promise<readonly string[]>, what: string): Promise<void> {
  for (let reading = 1; ; reading++) {
    const whole = await listed(ROWS);
    if (whole.length <= TINY) skip(`the app has at most ${TINY} ${what}`);
    const pieces = await listed(TINY);
    if (reading < READINGS && whole.join() !== pieces.join()) continue;
    same(pieces, whole, `${what} on pages of ${TINY}`);
    must(new Set(pieces).size === pieces.length, `${what}: a row came twice`);
    return;
  }
}

const ids = async <T>(list: AsyncIterable<T>, idOf: (row: T) => string): Promise<string[]> =>
  (await firstOf(list, ROWS)).map(idOf);

/** Lists in every style of paging. */
export const paginationChecks: readonly Check[] = [
  reads('users on tiny pages are the users of one page', ['listUsers'], ({ service }) =>
    pagesAgree((perPage) => ids(service.users.list({ perPage }), ({ uid }) => uid), 'users'),
  ),

  reads('groups on tiny pages are the groups of one page', ['listGroups'], ({ service }) =>
    pagesAgree((perPage) => ids(service.groups.list({ perPage }), ({ guid }) => guid), 'groups'),
  ),

  reads('members on tiny pages are the members of one page', ['listMembers'], async ({ service }) => {
    for await (const { guid, membersCount } of service.groups.list({ perPage: 100 }))
      if ((membersCount ?? 0) > TINY)
        return pagesAgree(
          (perPage) => ids(service.members.list(guid, { perPage }), ({ uid }) => uid),
          'members',
        );
    skip(`no group has more than ${TINY} members`);
  }),

  reads(
    'messages by small steps of the cursor are the messages of one step, both ways',
    ['listMessages'],
    async ({ service }) => {
      for (const affix of ['prepend', 'append'] as const)
        await pagesAgree(
          (limit) => ids(service.messages.list({ limit, affix }), ({ id }) => id),
          `messages by ${affix}`,
        );
    },
  ),

  reads(
    'messages of a user by page and by cursor are the messages of one step',
    ['listUserMessages'],
    async (context) => {
      const [sender, receiver] = await talkingPair(context);
      const { messages } = context.service;
      for (const affix of ['prepend', 'append'] as const)
        await pagesAgree(
          (limit) =>
            ids(messages.listByUser(receiver, { limit, affix }, { onBehalfOf: sender }), ({ id }) => id),
          'messages between two users',
        );
    },
  ),

  writes('users on pages of one are all there, each once', ['listUsers'], async (context) => {
    const uids = await newUids(context, 'p1', 'p2', 'p3', 'p4', 'p5');
    for (const perPage of [1, 2, 5, 1_000]) {
      sameSet(
        await columnOf(context.service.users.list({ searchKey: context.id('p'), perPage }), 'uid'),
        uids,
        `users on pages of ${perPage}`,
      );
    }
  }),

  writes('a page beyond the end is empty', ['listUsers'], async (context) => {
    const { uid } = await newUser(context, 'only');
    const { body } = await context.send(
      { method: 'GET', path: `/users?searchKey=${uid}&perPage=1&page=2` },
      context.signal,
    );
    same((body as { data?: unknown } | undefined)?.data, [], 'the second page of one user');
  }),

  writes(
    'messages of a group by cursor are all there, in order, both ways',
    ['listGroupMessages'],
    async (context) => {
      const [ann = ''] = await newUids(context, 'ann');
      const { guid } = await newGroup(context, 'team', { owner: ann });
      const sent: string[] = [];
      for (let n = 0; n < 7; n++) sent.push((await sayIn(context, ann, guid, `message ${n}`)).id);
      await everyWay(
        (query) => allOf(context.service.messages.listByGroup(guid, { ...query, categories: ['message'] })),
        sent,
      );
    },
  ),

  writes(
    'messages between users by cursor and by page are all there, in order, both ways',
    ['listUserMessages'],
    async (context) => {
      const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
      const sent: string[] = [];
      for (let n = 0; n < 7; n++)
        sent.push((await say(context, n % 2 ? ann : bob, n % 2 ? bob : ann, `message ${n}`)).id);
      await everyWay(
        (query) => allOf(context.service.messages.listByUser(bob, query, { onBehalfOf: ann })),
        sent,
      );
    },
  ),
];

type PageQueryOf = { readonly affix: 'append' | 'prepend'; readonly limit: number };

async function everyWay(
  list: (query: PageQueryOf) => Promise<readonly { readonly id: string }[]>,
  sent: readonly string[],
): Promise<void> {
  for (const affix of ['append', 'prepend'] as const)
    for (const limit of [1, 2, 7, 100]) {
      const listed = (await list({ affix, limit })).map(({ id }) => id);
      same(listed, affix === 'append' ? sent : sent.toReversed(), `messages by ${affix}, ${limit} at once`);
    }
}
