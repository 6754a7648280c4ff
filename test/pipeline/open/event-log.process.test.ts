import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliIn } from '../../support/cli-here.ts';
import { copyOf } from '../../support/repository.ts';
import { contentOf } from '../../support/sandbox-process.ts';

test('a log of events becomes users, groups, members and messages with their last text, without the removed ones', async () => {
  await using copy = await copyOf('samples');
  const folder = join(copy.path, 'samples/events');
  const run = await cliIn(folder, ['run', 'pipeline.yaml']);
  expect([run.code, run.out]).toEqual([0, expect.stringContaining('imported 10   rejected 0   blocked 0')]);

  const { users, groups, members, messages } = await contentOf(
    join(folder, '.chatferry/events/sandbox.sqlite'),
  );
  expect(users).toMatchObject([
    { uid: 'usr-0001', name: 'Ann', metadata: { mail: 'ann@example.com' } },
    { uid: 'usr-0002', name: 'Ben', metadata: { mail: 'ben@example.com' } },
  ]);
  expect(groups).toMatchObject([
    { guid: 'c-1', name: 'General', type: 'public', owner: 'usr-0001' },
    { guid: 'c-2', name: 'Board', type: 'private', owner: 'usr-0001' },
  ]);
  expect(members.map(({ guid, uid }) => `${guid} ${uid}`).sort()).toEqual([
    'c-1 usr-0001',
    'c-1 usr-0002',
    'c-2 usr-0001',
  ]);
  const said = messages.map(({ muid, sender, receiver, receiverType, sentAt, data }) => [
    muid,
    sender,
    receiver,
    receiverType,
    sentAt,
    (data as { text: string }).text,
  ]);
  const at = (time: string): number => Date.parse(`2026-06-10T${time}Z`) / 1000;
  expect(said).toEqual([
    ['M1', 'usr-0001', 'c-1', 'group', at('08:03:00'), 'Hi everybody!'],
    ['M3', 'usr-0002', 'usr-0001', 'user', at('08:04:00'), 'Are you there?'],
    ['M4', 'usr-0001', 'usr-0002', 'user', at('08:06:00'), 'Yes'],
  ]);

  const verify = await cliIn(folder, ['verify', 'pipeline.yaml']);
  expect(verify.code).toBe(0);
  const table = [...verify.out.matchAll(/^ {2}(\w+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$/gm)].map(
    ([, ...cells]) => cells,
  );
  expect(table).toEqual([
    ['users', '2', '0', '0', '0', '0'],
    ['groups', '2', '0', '0', '0', '0'],
    ['members', '3', '0', '0', '0', '0'],
    ['messages', '3', '0', '0', '0', '0'],
  ]);
});
