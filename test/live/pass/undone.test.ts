import { expect, test } from 'vitest';
import { appHere, folderHere, movePipeline } from '../../origins/service/two-apps.ts';
import { jsonHere, runHere } from '../../support/command-here.ts';
import { writerHere } from './writer-here.ts';

const T = 1_780_000_000;

test('an undo keeps what people wrote in the new app, and what it needs', async () => {
  using here = folderHere();
  await using old = await appHere(here.folder, 'old');
  await using next = await appHere(here.folder, 'next');
  const createdAt = T - 1_000;
  const uids = ['ann', 'ben', 'cy', 'dee'];
  await old.service.dataImport.users(uids.map((uid) => ({ uid, name: uid, createdAt })));
  const groups = ['talk', 'joined', 'own'].map((guid) => ({ guid, name: guid, createdAt }));
  await old.service.dataImport.groups(
    groups.map((row) => ({ ...row, type: 'public' as const, owner: 'ann' })),
  );
  await old.service.dataImport.members(
    groups.map(({ guid }) => ({ guid, uid: 'ann', scope: 'admin' as const, joinedAt: T })),
  );
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
  const left = await Array.fromAsync(next.service.groups.list());
  expect(left.map(({ guid }) => guid).sort()).toEqual(['joined', 'talk']);
  const messages = await Array.fromAsync(next.service.messages.list({ limit: 100 }));
  const ids = messages.filter(({ category }) => category === 'message').map(({ id }) => String(id));
  expect(ids.sort()).toEqual([String(inGroup.id), String(toUser.id)].sort());
  const users = await Array.fromAsync(next.service.users.list());
  expect(users.map(({ uid }) => uid)).toEqual(expect.arrayContaining(['ann', 'cy', 'dee']));
});
