import type { Check } from '../check.ts';
import { refused, refusedForSize, same } from '../expect.ts';
import { newGroup, newUids, newUser, removeLater, say, writes } from '../rows.ts';

const ID_MAX = 100;
const NAME_MAX = 100;
const TAGS_MAX = 25;
/** Documented as 5 KB of metadata within a body of 10 KB; some pages say 1,600 characters. */
const METADATA_CHARS = 1_000;
const METADATA_TOO_LONG = 20_000;
const TEXT_TOO_LONG = 70_000;

/** Documented lengths and counts: the service accepts the longest value and refuses a longer one. */
export const limitChecks: readonly Check[] = [
  writes('the longest uid and name are taken, longer ones refused', ['createUser'], async (context) => {
    const { users } = context.service;
    const uid = context.id('u').padEnd(ID_MAX, 'x');
    removeLater(context, () => users.delete(uid, { permanent: true }));
    const name = 'ä'.repeat(NAME_MAX);
    same((await users.create({ uid, name })).name, name, 'the name');
    same((await users.get(uid)).uid, uid, 'the uid');
    await refused(users.create({ uid: `${uid}x`, name: 'Long' }), 'ERR_BAD_REQUEST');
    await refused(newUser(context, 'n', { name: `${name}ä` }), 'ERR_BAD_REQUEST');
  }),

  writes('25 tags are taken, 26 refused', ['createUser', 'createGroup'], async (context) => {
    const tags = Array.from({ length: TAGS_MAX }, (_, at) => `tag-${at}`);
    const { uid } = await newUser(context, 'ann', { tags });
    same((await context.service.users.get(uid)).tags?.length, TAGS_MAX, 'the number of tags');
    const more = [...tags, 'one more'];
    await refused(newUser(context, 'bob', { tags: more }), 'ERR_BAD_REQUEST');
    await refused(newGroup(context, 'team', { tags: more }), 'ERR_BAD_REQUEST');
  }),

  writes(
    'metadata is taken to its limit and refused far beyond it',
    ['createUser', 'createGroup'],
    async (context) => {
      const metadata = { text: 'x'.repeat(METADATA_CHARS) };
      const { uid } = await newUser(context, 'ann', { metadata });
      same((await context.service.users.get(uid)).metadata, metadata, 'metadata');
      const long = { text: 'x'.repeat(METADATA_TOO_LONG) };
      await refusedForSize(newUser(context, 'bob', { metadata: long }));
      await refusedForSize(newGroup(context, 'team', { metadata: long }));
    },
  ),

  writes('a message far beyond the limit is refused', ['sendMessage'], async (context) => {
    const [ann = '', bob = ''] = await newUids(context, 'ann', 'bob');
    await refusedForSize(say(context, ann, bob, 'x'.repeat(TEXT_TOO_LONG)));
  }),

  writes('addresses of pictures must be ones', ['createUser', 'createGroup'], async (context) => {
    await refused(newUser(context, 'ann', { avatar: 'no address' }), 'ERR_BAD_REQUEST');
    await refused(newGroup(context, 'team', { icon: 'no address' }), 'ERR_BAD_REQUEST');
  }),
];
