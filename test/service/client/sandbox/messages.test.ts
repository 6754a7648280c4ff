import { expect, test } from 'vitest';
import { chatService } from '../../../../src/service/client/chat-service.ts';
import { openSandbox } from '../../../sandbox/sandbox-client.ts';
import { all } from '../fake-service.ts';

const by = (onBehalfOf: string) => ({ onBehalfOf });

test('messages are edited, reacted to, answered in threads, marked and deleted', async () => {
  await using own = await openSandbox();
  await using service = chatService({
    baseUrl: own.sandbox.baseUrl,
    apiKey: own.secret(own.sandbox.files.apiKey),
  });
  const { messages, reactions, threads } = service;
  await service.dataImport.users(['ann', 'bob'].map((uid) => ({ uid, name: uid })));
  const text = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'hi' } } as const;
  const { id } = await messages.send(text, by('ann'));

  expect(await messages.update(id, { data: { text: 'ho' } }, by('ann'))).toMatchObject({
    id,
    data: { text: 'ho' },
    editedBy: 'ann',
    editedAt: expect.any(Number),
    actionMessage: { category: 'action', data: { action: 'edited' } },
  });
  expect(await messages.get(id)).toMatchObject({ data: { text: 'ho' }, editedBy: 'ann' });

  expect((await reactions.add(id, '👍🏽', by('bob'))).data?.reactions?.[0]?.reaction).toBe('👍🏽');
  await reactions.add(id, ':/', by('ann'));
  expect(
    (await all(reactions.list(id, { limit: 1 }, by('bob')))).map(({ reaction }) => reaction).sort(),
  ).toEqual([':/', '👍🏽']);
  expect(await all(reactions.listByReaction(id, ':/', {}, by('bob')))).toMatchObject([{ uid: 'ann' }]);
  await reactions.remove(id, ':/', by('ann'));

  for (const n of [1, 2, 3]) await threads.send(id, { ...text, data: { text: `r${n}` } }, by('ann'));
  const replies = await all(threads.listMessages(id, { limit: 2 }, by('bob')));
  expect(replies.map(({ data }) => data?.text).sort()).toEqual(['r1', 'r2', 'r3']);
  expect(replies.map(({ parentId }) => parentId)).toEqual([id, id, id]);
  expect((await threads.subscribe(id, by('bob'))).success).toBe(true);
  expect((await all(threads.list({}, by('bob')))).length).toBeGreaterThan(0);
  expect((await threads.unsubscribe(id, by('bob'))).success).toBe(true);

  expect(await messages.pin(id, by('ann'))).toMatchObject({ id, pinnedAt: expect.any(Number) });
  expect((await messages.unpin(id, by('ann')))['pinnedAt']).toBeUndefined();
  expect((await messages.save(id, by('bob'))).id).toBe(id);
  expect((await messages.unsave(id, by('bob'))).id).toBe(id);

  expect(await messages.delete(id, {}, by('ann'))).toMatchObject({
    id,
    deletedBy: 'ann',
    deletedAt: expect.any(Number),
    actionMessage: { category: 'action', data: { action: 'deleted' } },
  });
  expect((await messages.get(id)).deletedBy).toBe('ann');
  expect((await messages.delete(replies[0]?.id ?? '', { permanent: true }, by('ann'))).id).toBe(
    replies[0]?.id,
  );
});
