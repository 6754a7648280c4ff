import { pick, type Random } from '../../support/random.ts';
import type { LiveApp } from './live-app.ts';

/** People of one app who write, change their minds and make groups. */
export type People = {
  /** Does one thing at random; what an app refuses, because somebody else was faster, is no fault. */
  act(): Promise<void>;
  /** Texts that they have sent, by the word with which each begins. */
  readonly said: ReadonlyMap<string, { readonly conversation: string; readonly at: number }>;
  readonly refused: string[];
};

const EMOJI = ['👍', '🎉', '😀'];

/** People who use an app; those of the other app appear when the app has them. */
export function peopleOf(app: LiveApp, random: Random): People {
  const said = new Map<string, { readonly conversation: string; readonly at: number }>();
  const refused: string[] = [];
  const mine: { readonly id: string; readonly sender: string; readonly word: string }[] = [];
  let number = 0;
  const name = (kind: string): string => `${kind}-${app.appId}-${++number}`;
  const anybody = async (): Promise<string> => pick(random, [...(await app.users()).keys()]);
  const inGroup = async (): Promise<{ readonly guid: string; readonly uid: string } | undefined> => {
    const all = Array.from(await app.members()).filter(([, members]) => members.length > 0);
    if (all.length === 0) return undefined;
    const [guid, members] = pick(random, all);
    return { guid, uid: pick(random, members).split(' ', 1)[0] as string };
  };
  const send = async (): Promise<void> => {
    const group = random() < 0.6 ? await inGroup() : undefined;
    const sender = group?.uid ?? (await anybody());
    const receiver = group?.guid ?? (await anybody());
    if (!group && receiver === sender) return;
    const word = name('m');
    const { data } = await app.call(
      'POST',
      '/messages',
      {
        receiver,
        receiverType: group ? 'group' : 'user',
        category: 'message',
        type: 'text',
        data: { text: `${word} ${pick(random, ['hello', 'ä ö ü', '🙂🙂', 'x'.repeat(200)])}` },
      },
      sender,
    );
    const id = String((data as { id: string }).id);
    mine.push({ id, sender, word });
    said.set(word, { conversation: group?.guid ?? [sender, receiver].sort().join('+'), at: Date.now() });
  };
  const something: readonly (readonly [number, () => Promise<unknown>])[] = [
    [10, send],
    [
      3,
      async () => {
        if (mine.length === 0) return;
        const { id, sender, word } = pick(random, mine);
        await app.call('PUT', `/messages/${id}`, { data: { text: `${word} edited ${++number}` } }, sender);
      },
    ],
    [
      1,
      async () => {
        if (mine.length === 0) return;
        const { id, sender } = pick(random, mine);
        await app.call('DELETE', `/messages/${id}`, undefined, sender);
      },
    ],
    [
      2,
      async () => {
        if (mine.length === 0) return;
        const { id, sender } = pick(random, mine);
        const emoji = encodeURIComponent(pick(random, EMOJI));
        await app.call(
          random() < 0.7 ? 'POST' : 'DELETE',
          `/messages/${id}/reactions/${emoji}`,
          undefined,
          sender,
        );
      },
    ],
    [
      1,
      async () => {
        const uid = name('u');
        await app.call('POST', '/users', { uid, name: `User ${uid}` });
      },
    ],
    [
      1,
      async () => {
        const guid = name('g');
        const owner = await anybody();
        await app.call('POST', '/groups', { guid, name: `Group ${guid}`, type: 'public', owner });
      },
    ],
    [
      1,
      async () => {
        const group = await inGroup();
        if (group)
          await app.call('POST', `/groups/${group.guid}/members`, { participants: [await anybody()] });
      },
    ],
    [
      0.3,
      async () => {
        const group = await inGroup();
        if (group) await app.call('PUT', `/groups/${group.guid}`, { name: `Renamed ${++number}` });
      },
    ],
  ];
  const sum = something.reduce((total, [weight]) => total + weight, 0);
  return {
    said,
    refused,
    async act() {
      let dice = random() * sum;
      for (const [weight, work] of something) {
        dice -= weight;
        if (dice > 0) continue;
        await work().catch((error: Error) => refused.push(error.message));
        return;
      }
    },
  };
}
