import { describe, expect, test } from 'vitest';
import { kindOf } from '../expected.ts';
import { type Landed, runOf, SYSTEMS } from './landed.ts';

const seconds = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

describe.each(SYSTEMS)('%s', (path, how) => {
  let whole: Promise<Landed> | undefined;
  const wholeOf = (): Promise<Landed> => {
    whole ??= runOf(path, how).then(({ landed }) => landed);
    return whole;
  };
  const run = (rules: string) => runOf(path, { ...how, options: `${how.options}, ${rules}` });

  test('what is excluded by name, and what is outside of the window, is missing, counted, and nothing else', async () => {
    const all = await wholeOf();
    const rules =
      'exclude: { conversations: ["[Gg]*", "?n*", "général*"] }, since: 2025-07-05, until: 2025-07-15';
    const { landed, summary } = await run(rules);
    const [general] = [...all.groups].filter(([guid]) => !landed.groups.has(guid));
    const expected = [...all.messages].filter(
      ([, { receiver, isGroup, sentAt }]) =>
        !(isGroup && receiver === general?.[0]) &&
        sentAt >= seconds('2025-07-05') &&
        sentAt < seconds('2025-07-15'),
    );
    expect([...landed.messages]).toEqual(expected);
    // The one whom no list has wrote in another conversation.
    expect(landed.users).toHaveLength(all.users.length - 1);
    expect([all.groups.size - landed.groups.size, expected.length > 50]).toEqual([1, true]);
    const { dropped } = kindOf(summary, 'messages');
    expect([dropped['excluded'], (dropped['outside'] ?? 0) > 100]).toEqual([expect.any(Number), true]);
    expect(kindOf(summary, 'conversations').dropped).toEqual({ excluded: 1 });
    expect(kindOf(summary, 'members').dropped).toEqual({ excluded: 5 });
    expect(kindOf(summary, 'attachments').dropped['messageLeftOut']).toBeGreaterThan(5);
    expect(summary.first?.slice(0, 10)).toBe('2025-07-05');
    expect(summary.last?.slice(0, 10)).toBe('2025-07-14');
    expect(summary.notes).toContain('exclude.conversations: no conversation of the export is [Gg]*');
  });

  test('excluded users are missing with all that they wrote, and no conversation of its members is shrunk', async () => {
    const all = await wholeOf();
    const { landed, summary } = await run('exclude: { users: ["Zoë*", "O\'Brien, Pat"] }');
    const gone = new Set(all.users.filter((uid) => !landed.users.includes(uid)));
    expect(gone.size).toBe(2);
    const isGone = (uid: string): boolean => gone.has(uid);
    const direct = ([guid, { members }]: [string, { members: string[] }]): boolean =>
      guid.startsWith('dm-') && members.some(isGone);
    const groups = new Set([...all.groups].filter(direct).map(([guid]) => guid));
    const expected = [...all.messages].filter(
      ([, { sender, receiver, isGroup }]) =>
        !isGone(sender) && !(isGroup ? groups.has(receiver) : isGone(receiver)),
    );
    expect([...landed.messages.keys()]).toEqual(expected.map(([muid]) => muid));
    expect([...landed.groups.keys()]).toEqual([...all.groups.keys()].filter((guid) => !groups.has(guid)));
    for (const [guid, { members }] of landed.groups)
      expect(members).toEqual(all.groups.get(guid)?.members.filter((uid) => !isGone(uid)));
    const kept = JSON.stringify([...landed.messages.values()].map(({ source }) => source['reactions']));
    for (const uid of gone) expect(kept).not.toContain(`"${uid}"`);
    expect(kindOf(summary, 'users').dropped).toEqual({ excluded: 2 });
    expect(kindOf(summary, 'conversations').dropped).toEqual({ excluded: 3 });
    expect(kindOf(summary, 'reactions').dropped['excluded']).toBeGreaterThan(5);
  });

  test('with include, everything else is left out', async () => {
    const all = await wholeOf();
    const types = await run('include: { types: [direct] }');
    const isPair = ({ isGroup }: { isGroup: boolean }): boolean => !isGroup;
    const isDirect = (guid: string): boolean => /^(?:dm|self)-/.test(guid);
    expect([...types.landed.messages.keys()]).toEqual(
      [...all.messages].filter(([, m]) => isPair(m) || isDirect(m.receiver)).map(([muid]) => muid),
    );
    const people = await run('include: { users: ["Ada*", "Alice Liddell"] }');
    expect(people.landed.users).toHaveLength(2);
    expect(new Set([...people.landed.messages.values()].map(({ sender }) => sender))).toEqual(
      new Set(people.landed.users),
    );
    expect([...people.landed.messages.values()].filter(isPair)).toEqual([]);
  });
});
