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
  found.push(...orderFaults(left, right));
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

/** In each conversation, those that one app has made are in the same order in both. */
function orderFaults(left: readonly ShownMessage[], right: readonly ShownMessage[]): string[] {
  const places = new Map(right.map(({ key }, at) => [key, at]));
  const faults: string[] = [];
  for (const [conversation, list] of Map.groupBy(left, (each) => each.conversation)) {
    for (const born of Map.groupBy(list, ({ text }) => wordOf(text).replace(/-\d+$/, '')).values()) {
      let last = -1;
      for (const { key, text } of born) {
        const place = places.get(key);
        if (place === undefined) continue;
        if (place < last) faults.push(`order in ${conversation}: ${wordOf(text)}`);
        last = place;
      }
    }
  }
  return faults;
}
