import { expect, test } from 'vitest';
import { appHere, folderHere, movePipeline } from '../../origins/service/two-apps.ts';
import { jsonHere, runHere } from '../../support/command-here.ts';
import { writerHere } from './writer-here.ts';

const T = 1_780_000_000;

test('an undo keeps what people wrote in the new app, and what it needs', async () => {
  using here = folderHere();
  await using old = await appHere(here.folder, 'old');
  await using next = await appHere(here.folder, 'next');
  for (const uid of ['ann', 'ben', 'cy', 'dee']) await old.service.users.create({ uid, name: uid });
  for (const guid of ['talk', 'joined', 'own'])
    await old.service.groups.create({ guid, name: guid, type: 'public', owner: 'ann' });
  const pipeline = movePipeline(here.folder, old, next);
  expect((await runHere(['run', pipeline, '--yes'])).exitCode).toBe(0);
  const say = async (sender: string, receiverType: 'group' | 'user', receiver: string) =>
    await next.service.messages.send(
      { receiver, receiverType, category: 'message', type: 'text', data: { text: 'hi' } },
      { onBehalfOf: sender },
    );
  await next.service.members.add('joined', { participants: ['ben'] });
  const inGroup = await say('ann', 'group', 'talk');
  const toUser = await say('cy', 'user', 'dee');
  {
    await using writer = await writerHere(pipeline, 'new');
    writer.note('members', 'joined_member_ben', {});
    for (const [{ id }, sender, receiverType, receiver] of [
      [inGroup, 'ann', 'group', 'talk'],
      [toUser, 'cy', 'user', 'dee'],
    ] as const) {
      const row = { muid: `next-${id}`, sender, receiverType, receiver, sentAt: T, type: 'text' };
      writer.note('messages', `next-${id}`, { id: String(id), row: { ...row, data: { text: 'hi' } } });
    }
  }
  const planned = await jsonHere<{ confirm: string; inUse: object }>(['undo', pipeline, '--json']);
  await runHere(['undo', pipeline, '--confirm', planned.result.confirm]);
  const groups = await Array.fromAsync(next.service.groups.list());
  expect(groups.map(({ guid }) => guid).sort()).toEqual(['joined', 'talk']);
  const messages = await Array.fromAsync(next.service.messages.list({ limit: 100 }));
  const left = messages.filter(({ category }) => category === 'message').map(({ id }) => String(id));
  expect(left.sort()).toEqual([String(inGroup.id), String(toUser.id)].sort());
  const users = await Array.fromAsync(next.service.users.list());
  expect(users.map(({ uid }) => uid)).toEqual(expect.arrayContaining(['ann', 'cy', 'dee']));
});
