import type { Random } from '../../support/random.ts';
import { type Entity, type Export, type ExportedRow, good, NO_TIME } from './export.ts';

/** The next export of the same system: some rows new, some edited, some gone, and what refers to those gone with them. */
export function nextExport(random: Random, before: Export, day: number): Export {
  const gone = new Set(
    before.users
      .slice(2)
      .filter(() => random() < 0.05)
      .map(({ key }) => key),
  );
  const edited = (entity: Entity, field: string, rate: number): ExportedRow[] => {
    // A sync stops if most rows have changed.
    let left = Math.max(3, Math.floor(before[entity].length / 2));
    return before[entity].map((one) =>
      one.isBad || one.isRepeat || random() >= rate || left-- <= 0
        ? one
        : { ...one, row: { ...one.row, [field]: `${one.row[field]} v${day}` } },
    );
  };
  const refersToGone = ({ row }: ExportedRow): boolean =>
    ['uid', 'sender', 'receiver'].some((field) => gone.has(String(row[field])));
  const repeated = new Set(before.messages.filter(({ isRepeat }) => isRepeat).map(({ key }) => key));
  const messages = edited('messages', 'text', 0.05).filter(
    (one) => !refersToGone(one) && random() > 0.03 && !repeated.has(one.key),
  );
  const users = edited('users', 'name', 0.1).filter(({ key }) => !gone.has(key));
  const [a, b] = users.filter(({ isBad }) => !isBad);
  const last = Math.max(
    ...before.messages.map(({ row: { sentAt } }) => (sentAt === NO_TIME ? 0 : Number(sentAt))),
  );
  if (a && b)
    for (let at = 0; at < 3; at++)
      messages.push(
        good('messages', {
          muid: `d${day}-${at}`,
          sender: a.key,
          receiver: b.key,
          receiverType: 'user',
          sentAt: last + at,
          text: `Day ${day} no ${at}`,
        }),
      );
  // A sync stops if all groups are gone, also those that are made of messages.
  const { uid = '', guid = '' } = before.members[0]?.row ?? {};
  const said = { sentAt: last + 3, text: `Day ${day} to all` };
  messages.push(
    good('messages', { muid: `d${day}-all`, sender: uid, receiver: guid, receiverType: 'group', ...said }),
  );
  return {
    users: [...users, good('users', { uid: `new-${day}`, name: `New ${day}` })],
    groups: edited('groups', 'name', 0.1),
    members: before.members.filter((one, at) => at === 0 || (!refersToGone(one) && random() > 0.03)),
    messages,
  };
}

/** The export with some rows again that it had on an earlier day, where what they refer to is there. */
export function withReturned(random: Random, now: Export, earlier: Export): Export {
  const gone = (entity: Entity, isWhole: (one: ExportedRow) => boolean): ExportedRow[] => {
    const has = new Set(now[entity].map(({ key }) => key));
    return earlier[entity].filter(
      (one) => !has.has(one.key) && !one.isBad && !one.isRepeat && isWhole(one) && random() < 0.6,
    );
  };
  const users = [...now.users, ...gone('users', () => true)];
  const uids = new Set(users.flatMap(({ key, isBad }) => (isBad ? [] : [key])));
  const isWhole = ({ row }: ExportedRow): boolean =>
    uids.has(String(row['uid'] ?? row['sender'])) &&
    (row['receiverType'] !== 'user' || uids.has(String(row['receiver'])));
  const members = [...now.members, ...gone('members', isWhole)];
  const joined = new Set(members.map(({ key }) => key));
  // Who sends live must be a member.
  const mayBeSent = ({ row: { sender, receiver, receiverType } }: ExportedRow): boolean =>
    receiverType === 'user' || joined.has(`${receiver}_member_${sender}`);
  const messages = [...now.messages, ...gone('messages', (one) => isWhole(one) && mayBeSent(one))];
  return { ...now, users, members, messages };
}
