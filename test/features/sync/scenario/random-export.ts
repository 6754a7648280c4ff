import type { Seeded } from './seeded.ts';
import type { Export, Rows } from './syncs.ts';

const USERS = 24;
const GROUPS = 6;
const MEMBERS = 18;
const MESSAGES = 60;

/** Rows by number, from 0, without those that are gone. */
function rowsOf(count: number, isGone: (n: number) => boolean, row: (n: number) => Rows[number]): Rows {
  return Array.from({ length: count }, (_, n) => n).flatMap((n) => (isGone(n) ? [] : [row(n)]));
}

/**
 * An export of a few rows of every entity: some are gone, with all rows that refer to them; the others have one of two texts.
 * @param api `rest` cannot deactivate, and accepts a message to a group from its members only
 */
export function randomExport(random: Seeded, api: 'import' | 'rest'): Export {
  const isImport = api === 'import';
  const gone = (most: number, of: number): ReadonlySet<number> =>
    new Set(Array.from({ length: random.whole(0, most) }, () => random.whole(0, of - 1)));
  const goneUsers = gone(6, USERS);
  const goneGroups = gone(2, GROUPS);
  const word = (): string => random.pick(['A', 'B']);
  const receiverOf = (n: number): { readonly isGroup: boolean; readonly of: number } => {
    const isGroup = isImport && n % 3 === 0;
    return { isGroup, of: isGroup ? n % GROUPS : (n + 1) % MEMBERS };
  };
  return {
    users: rowsOf(
      USERS,
      (n) => goneUsers.has(n),
      (n) => ({
        uid: `u-${n}`,
        name: `${word()} ${n}`,
        deactivatedAt: isImport && n > 18 && random.chance(0.4) ? '2023-11-15T00:00:00Z' : undefined,
      }),
    ),
    groups: rowsOf(
      GROUPS,
      (n) => goneGroups.has(n),
      (n) => ({ guid: `g-${n}`, name: `${word()} ${n}`, type: 'public' }),
    ),
    members: rowsOf(
      MEMBERS,
      (n) => goneUsers.has(n) || goneGroups.has(n % GROUPS) || random.chance(0.1),
      (n) => ({
        guid: `g-${n % GROUPS}`,
        uid: `u-${n}`,
        scope: random.pick(['participant', 'moderator']),
        isBanned: isImport && n > 10 && random.chance(0.4),
      }),
    ),
    messages: rowsOf(
      MESSAGES,
      (n) => {
        const { isGroup, of } = receiverOf(n);
        const isLost = goneUsers.has(n % MEMBERS) || (isGroup ? goneGroups : goneUsers).has(of);
        return isLost || random.chance(0.1);
      },
      (n) => {
        const { isGroup, of } = receiverOf(n);
        return {
          muid: `m-${n}`,
          sender: `u-${n % MEMBERS}`,
          text: `${word()} ${n}`,
          receiver: `${isGroup ? 'g' : 'u'}-${of}`,
          receiverType: isGroup ? 'group' : 'user',
          sentAt: 1_700_000_000 + n,
        };
      },
    ),
  };
}
