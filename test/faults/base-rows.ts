import type { CoreName } from '../../src/input/entities/entity.ts';
import { pick, type Random } from '../support/random.ts';
import { type Cells, GROUPS_FROM, JOINED_FROM, SENT_FROM, USERS_FROM } from './cast.ts';

/** Good rows of each entity. */
export type Amounts = Readonly<Record<CoreName, number>>;

/** Members of the one group that is as large as the service takes, where there are rows enough for it. */
const LARGE_GROUP = 100_000;
const LARGE_FROM_ROWS = 1_000_000;
const MEMBERS_OF_A_GROUP = 6;
/** From one message to the next: no two of one second, the last before now. */
const STEP_SECONDS = 60;

const TEXTS = [
  'Good morning!',
  'The ferry leaves at 14:05, gate 3.',
  'She said "tomorrow", not "today".',
  'Done ✅ 👍🏽',
  'First line\nsecond line, with a comma',
  'Grüße aus Kiel; ich rufe später an.',
  'a|b\tc\\d',
  "it's 5' tall",
  'ok',
];

/** The guid of the group that takes no more members; undefined where there are too few rows for one. */
export function largeGroupOf(rows: number): string | undefined {
  return rows >= LARGE_FROM_ROWS ? 'group-0' : undefined;
}

/** How many rows of each entity make up a number of rows. */
export function amountsOf(rows: number): Amounts {
  const large = largeGroupOf(rows) === undefined ? 0 : LARGE_GROUP - MEMBERS_OF_A_GROUP;
  const users = Math.max(Math.floor(rows / 10), large === 0 ? 0 : large + 20_000);
  const groups = Math.floor(rows / 50);
  const members = groups * MEMBERS_OF_A_GROUP + large;
  return { users, groups, members, messages: rows - users - groups - members };
}

/**
 * The cells of good rows that nothing can be said of: no two messages of one second, all in order, senders are members,
 * ids in small letters. The first group is the large one, where there is one.
 */
export function baseRows(
  amounts: Amounts,
  random: Random,
): Readonly<Record<CoreName, (index: number) => Cells>> {
  const { users, groups, members } = amounts;
  const large = members - groups * MEMBERS_OF_A_GROUP;
  const below = (bound: number): number => Math.floor(random() * bound);
  const uid = (index: number): string => `user-${index % users}`;
  const memberOf = (group: number, place: number): string =>
    group === 0 && large > 0 ? uid(place) : uid(group * 37 + place);
  return {
    users: (index) => ({
      uid: uid(index),
      name: index % 5 === 0 ? `User ${index}, "Ö" 🙂` : `User ${index}`,
      createdAt: USERS_FROM + index,
    }),
    groups: (index) => ({
      guid: `group-${index}`,
      name: index % 5 === 0 ? `Group\n"${index}"` : `Group ${index}`,
      type: 'public',
      owner: memberOf(index, 0),
      createdAt: GROUPS_FROM + index,
    }),
    members: (index) => {
      const rest = index - large;
      const [group, place] =
        rest < 0 ? [0, index + MEMBERS_OF_A_GROUP] : [rest % groups, Math.floor(rest / groups)];
      const joinedAt = JOINED_FROM + index;
      return { guid: `group-${group}`, uid: memberOf(group, place), scope: 'participant', joinedAt };
    },
    messages: (index) => {
      const cells = {
        muid: `m-${index}`,
        sentAt: SENT_FROM + index * STEP_SECONDS,
        text: pick(random, TEXTS),
      };
      if (random() < 0.8) {
        const group = below(groups);
        const sender = memberOf(group, below(MEMBERS_OF_A_GROUP));
        return { ...cells, sender, receiver: `group-${group}`, receiverType: 'group' };
      }
      const sender = below(users);
      return { ...cells, sender: uid(sender), receiver: uid(sender + 1 + below(5)), receiverType: 'user' };
    },
  };
}
