import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { reactionsIn } from './reacted-history.ts';

const WRITE = 'policies: { threads: write, reactions: write }\nthresholds: { rejected: "<100%" }';
/** Twelve code points that are shown as one sign, or one with a flag. */
const TWELVE = '👩🏽‍❤️‍💋‍👨🏿🏳️';
const PEOPLE = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
  'groups.csv': 'guid,name,owner\nteam,Team,ann\n',
  'members.csv': 'guid,uid,scope\nteam,ann,admin\nteam,ben,\n',
};

const messages = (...rows: readonly (readonly [muid: string, parentMuid?: string])[]): string =>
  rows
    .map(([muid, parentMuid], n) => {
      const to = { sender: n % 2 ? 'ben' : 'ann', receiver: 'team', receiverType: 'group' };
      return `${JSON.stringify({ muid, ...to, sentAt: 1_717_200_000 + n, text: muid, parentMuid })}\n`;
    })
    .join('');

async function threadsIn({ service }: ServiceHere): Promise<string[]> {
  const muids = new Map<string, string>();
  const replies: [string, string][] = [];
  for await (const { id, muid = '', parentId } of service.messages.list({ affix: 'append' })) {
    muids.set(String(id), muid);
    if (parentId) replies.push([muid, String(parentId)]);
  }
  return replies.map(([muid, parent]) => `${muid} → ${muids.get(parent)}`);
}

const codesOf = ({ problems }: Report): Record<string, number> =>
  Object.fromEntries(problems.map(({ code, count }) => [code, count]));

test('cyclic threads and a reply to itself are ordinary messages, and one before its root comes after it', async () => {
  await using here = await serviceHere({
    files: {
      ...PEOPLE,
      'messages.ndjson': messages(
        ['root'],
        ['cycle-1', 'cycle-2'],
        ['cycle-2', 'cycle-1'],
        ['self', 'self'],
        ['early', 'late'],
        ['late'],
        ['reply-1', 'root'],
        ['reply-2', 'late'],
      ),
    },
    rest: WRITE,
  });
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  expect([exitCode, result.balanced, codesOf(result)]).toEqual([0, true, {}]);
  expect(result.entities.messages).toMatchObject({ read: 8, created: 8 });
  expect(result.notCarried).toMatchObject({ 'messages.repliesWithoutRoot': 3 });
  expect(await threadsIn(here)).toEqual(['early → late', 'reply-1 → root', 'reply-2 → late']);
});

test('roots first, then replies: as many requests as the floor says, before and after', async () => {
  const roots = Array.from({ length: 50 }, (_, n) => [`root-${n}`] as const);
  const replies = Array.from({ length: 30 }, (_, n) => [`reply-${n}`, `root-${n}`] as const);
  await using here = await serviceHere({
    files: { ...PEOPLE, 'messages.ndjson': messages(...roots, ...replies) },
    rest: WRITE,
  });
  const { result: judged } = await here.json<Report>('validate');
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.messages).toMatchObject({ created: 80 });
  expect(result.requests).toMatchObject({ sent: 34, floor: 34 });
  expect(judged.requests.floor).toBe(34);
});

/** With all runs of properties, ten thousand reactions are given. */
const GIVERS = process.env['CHATFERRY_PROPERTY_RUNS'] === undefined ? 50 : 334;

test('many reactions to one message, thirty of them distinct: twenty-five distinct land, each row has an outcome', async () => {
  const users = Array.from({ length: GIVERS }, (_, n) => `u-${n}`);
  const rows = Array.from({ length: GIVERS * 30 }, (_, n) => `one,${users[Math.floor(n / 30)]},r${n % 30}`);
  await using here = await serviceHere({
    files: {
      'users.csv': `${PEOPLE['users.csv']}${users.map((uid) => `${uid},${uid}\n`).join('')}`,
      'groups.csv': PEOPLE['groups.csv'],
      'members.csv': `${PEOPLE['members.csv']}${users.map((uid) => `team,${uid},\n`).join('')}`,
      'messages.ndjson': messages(['one']),
      'reactions.csv': `muid,uid,reaction\n${rows.join('\n')}\n`,
    },
    rest: WRITE,
  });
  const { result } = await here.json<Report>('run', '--yes');
  const landing = rows.filter((row) => Number(row.split(',r')[1]) < 25).length;
  expect(result.entities.reactions).toMatchObject({ created: landing, rejected: rows.length - landing });
  expect([result.balanced, result.requests.retried]).toEqual([true, 0]);
  const found = (await reactionsIn(here))['one'] ?? [];
  expect([found.length, new Set(found.map((each) => each.split(' ')[0])).size]).toEqual([landing, 25]);
});

test('a sign of twelve code points is kept as it is; a reaction to no message, a friend of oneself and a ban of the owner are named', async () => {
  expect([...TWELVE]).toHaveLength(12);
  await using here = await serviceHere({
    files: {
      ...PEOPLE,
      'messages.ndjson': messages(['one']),
      'reactions.csv': `muid,uid,reaction\none,ben,${TWELVE}\nnowhere,ben,👍\n`,
      'friends.csv': 'uid,friendUid\nann,ANN\nann,ben\n',
      'bans.csv': 'guid,uid\nteam,ann\nteam,ben\n',
    },
    rest: WRITE,
  });
  const { result } = await here.json<Report>('run', '--yes');
  expect(codesOf(result)).toEqual({ 'REFERENCE.MESSAGE': 1, 'FRIEND.SELF': 1, 'BAN.OWNER': 1 });
  expect(result.entities).toMatchObject({
    reactions: { created: 1, blocked: 1 },
    friends: { created: 1, rejected: 1 },
    bans: { created: 1, rejected: 1 },
  });
  expect(await reactionsIn(here)).toEqual({ one: [`${TWELVE} ben`] });
});
