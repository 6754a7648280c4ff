import type { LiveApp, ShownMessage } from './live-app.ts';

/** Differences between two apps that were kept alike, as sentences; none if there are none. */
export async function compareApps(one: LiveApp, other: LiveApp): Promise<readonly string[]> {
  const found: string[] = [];
  const compareMaps = (
    what: string,
    a: ReadonlyMap<string, unknown>,
    b: ReadonlyMap<string, unknown>,
  ): void => {
    for (const key of new Set([...a.keys(), ...b.keys()])) {
      const [left, right] = [JSON.stringify(a.get(key)), JSON.stringify(b.get(key))];
      if (left !== right) found.push(`${what} ${key}: ${one.appId} ${left}, ${other.appId} ${right}`);
    }
  };
  compareMaps('user', await one.users(), await other.users());
  compareMaps('group', await one.groups(), await other.groups());
  compareMaps('members of', await one.members(), await other.members());
  const [left, right] = [await one.messages(), await other.messages()];
  compareMaps('message', shown(left), shown(right));
  for (const [app, list] of [
    [one, left],
    [other, right],
  ] as const) {
    const words = new Set<string>();
    for (const { text, key } of list.filter(({ isDeleted }) => !isDeleted)) {
      const word = wordOf(text);
      if (words.has(word)) found.push(`${app.appId} has ${word} twice (${key})`);
      words.add(word);
    }
  }
  found.push(...orderFaults(one, left, right), ...orderFaults(other, right, left));
  return found;
}

const wordOf = (text: string): string => text.split(' ', 1)[0] as string;

const shown = (list: readonly ShownMessage[]): ReadonlyMap<string, unknown> =>
  new Map(
    list
      // One that was deleted before the other side had it is nowhere there.
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ key, sender, conversation, text, parent, reactions }) => [
        key,
        { sender, conversation, text, parent, reactions },
      ]),
  );

/** In each conversation, those that were written in one app stand in the same order in the other one. */
function orderFaults(from: LiveApp, list: readonly ShownMessage[], there: readonly ShownMessage[]): string[] {
  const own = list.filter(({ key }) => key.startsWith(`${from.appId}-`));
  const faults: string[] = [];
  const places = new Map(there.map((each, place) => [each.key, { place, sentAt: each.sentAt }]));
  for (const [conversation, born] of Map.groupBy(own, (each) => each.conversation)) {
    const moved = born.flatMap(({ key, text }) => {
      const found = places.get(key);
      return found ? [{ ...found, word: wordOf(text) }] : [];
    });
    for (const [at, later] of moved.entries()) {
      const before = moved.slice(0, at);
      const behind = before.find((each, index) => {
        if (each.place < later.place) return false;
        // Within a second, messages stand in the order in which they were written. One that came late can only be put before what
        // is there if the one before it is not of that second, too.
        const hasRoom = moved.slice(0, index).every(({ sentAt }) => sentAt < each.sentAt);
        return each.sentAt !== later.sentAt || hasRoom;
      });
      if (behind)
        faults.push(
          `order in ${conversation}: ${behind.word} (${behind.sentAt}) is behind ${later.word} (${later.sentAt})`,
        );
    }
  }
  return faults;
}
