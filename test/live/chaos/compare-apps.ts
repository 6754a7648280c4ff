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

/** A message of one app, with what the other one says of it; nothing if it is not there any more. */
type Moved = {
  readonly word: string;
  readonly isDeleted: boolean;
  readonly there: { readonly place: number; readonly sentAt: number } | undefined;
};

/** In each conversation, those that were written in one app stand in the same order in the other one. */
function orderFaults(from: LiveApp, list: readonly ShownMessage[], other: readonly ShownMessage[]): string[] {
  const own = list.filter(({ key }) => key.startsWith(`${from.appId}-`));
  const faults: string[] = [];
  const places = new Map(other.map(({ key, sentAt }, place) => [key, { place, sentAt }]));
  for (const [conversation, born] of Map.groupBy(own, (each) => each.conversation)) {
    const moved = born.map(
      ({ key, text, isDeleted }): Moved => ({ word: wordOf(text), isDeleted, there: places.get(key) }),
    );
    for (const [at, { word, there }] of moved.entries()) {
      const behind = moved
        .slice(0, at)
        .find((each, index) => there && isBehind(each, there, moved.slice(0, index)));
      if (behind) faults.push(`order in ${conversation}: ${behind.word} is behind ${word}`);
    }
  }
  return faults;
}

/**
 * True if a message stands behind a later one, though there was room before that. Within a second, messages stand in the order in
 * which they were written: one that came late finds no room if the one before it is of that second, too.
 */
function isBehind({ there: own }: Moved, later: { place: number; sentAt: number }, before: readonly Moved[]) {
  if (!own || own.place < later.place) return false;
  if (own.sentAt !== later.sentAt) return true;
  const last = before.findLastIndex(({ there }) => there !== undefined);
  // The time of one that was deleted since is not known any more.
  if (before.slice(last + 1).some(({ isDeleted }) => isDeleted)) return false;
  return before.every(({ there }) => there === undefined || there.sentAt < own.sentAt);
}
