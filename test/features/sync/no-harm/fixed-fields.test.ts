import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceHere } from '../../../support/service-here.ts';

/** A field that cannot change is named alone, with what the file has and what the service has. */

const USERS = 'uid,name,createdAt\nann,Ann,1790000000\nben,Ben,1790000000\ncy,Cy,\n';
const HEAD = 'muid,sender,receiver,receiverType,sentAt,text';
const MESSAGES = `${HEAD}\nm1,ann,ben,user,1793491200,hi\nm2,ben,ann,user,1793491201,hi2\n`;
const STAYS = 'the service does not allow that after the row was created';

test.each([
  ['messages.csv', MESSAGES, 'm1,ann', 'm1,cy', [['sender', 'cy', `was "ann", and ${STAYS}`]]],
  [
    'messages.csv',
    MESSAGES,
    '1793491201',
    '1793491209',
    [['sentAt', '1793491209', `was 1793491201, and ${STAYS}`]],
  ],
  [
    'messages.csv',
    MESSAGES,
    'm2,ben,ann,user,1793491201',
    'm2,cy,ann,user,1793491209',
    [
      ['sender', 'cy', `was "ben", and ${STAYS}`],
      ['sentAt', '1793491209', `was 1793491201, and ${STAYS}`],
    ],
  ],
  [
    'users.csv',
    USERS,
    'Ann,1790000000',
    'Ann,1790000005',
    [['createdAt', '1790000005', `was 1790000000, and ${STAYS}`]],
  ],
] as const)('%s: %s%j → %j', async (name, text, from, to, samples) => {
  await using it = await serviceHere({
    files: { 'users.csv': USERS, 'messages.csv': MESSAGES },
    rest: 'sync: {}',
  });
  expect((await it.json('run', '--yes')).exitCode).toBe(0);
  const path = join(it.folder, name);
  writeFileSync(path, text.replace(from, to));
  for (let night = 0; night < 2; night++) {
    const { exitCode, result } = await it.json('run', '--yes');
    const [problem] = result.problems;
    expect([exitCode, problem?.code, problem?.count]).toEqual([4, 'SYNC.FIXED_FIELD', 1]);
    expect(problem?.samples.map(({ field, value, message }) => [field, value, message])).toEqual(samples);
    expect(it.requests.filter((request) => !request.startsWith('GET')).length).toBeLessThan(4);
  }
  // The advice: put back what the message says.
  const olds = samples.map(([, now, message]) => [now, (/was "?(\w+)/.exec(message) ?? [])[1]] as const);
  const back = olds.reduce((row, [now, old]) => row.replace(now, old ?? ''), to as string);
  writeFileSync(path, text.replace(from, back));
  expect((await it.json('run', '--yes')).exitCode).toBe(0);
});

test('the service is asked about ten rows, the others say which fields it may be', async () => {
  const rows = (sender: string): string =>
    `${HEAD}\n${Array.from({ length: 60 }, (_, at) => `n${at},${at < 15 ? sender : 'ann'},ben,user,${1_793_491_200 + at},x\n`).join('')}`;
  await using it = await serviceHere({
    files: { 'users.csv': USERS, 'messages.csv': rows('ann') },
    rest: 'sync: {}',
  });
  await it.json('run', '--yes');
  writeFileSync(join(it.folder, 'messages.csv'), rows('cy'));
  const before = it.requests.length;
  const { result } = await it.json('run', '--yes');
  expect(result.entities.messages).toMatchObject({ read: 60, rejected: 15 });
  expect(result.problems[0]?.samples.map(({ field }) => field)).toEqual(Array(10).fill('sender'));
  expect(it.requests.length - before).toBe(10);
});
