import { expect, test } from 'vitest';
import { type Json, openSandbox } from '../sandbox-client.ts';

test('reasons: spam is there, others are created, read, changed and deleted', async () => {
  await using opened = await openSandbox();
  const first = (await opened.get('/moderation/reasons')).json;
  expect(first.data).toMatchObject([{ id: 'spam', name: 'Spam', default: true }]);
  expect(first.meta).toEqual({ current: { limit: 10, count: 1 } });
  const body = { id: 'rude', name: 'Rude', description: 'Not nice' };
  const created = (await opened.post('/moderation/reasons', body)).json.data;
  expect(created).toEqual({ ...body, createdAt: expect.any(Number), updatedAt: created.createdAt });
  expect((await opened.put('/moderation/reasons/rude', { name: 'Impolite' })).json.data).toMatchObject({
    name: 'Impolite',
    description: 'Not nice',
  });
  expect((await opened.get('/moderation/reasons/rude')).json.data.name).toBe('Impolite');
  expect((await opened.get('/moderation/reasons')).json.data.map((one: Json) => one.id)).toEqual([
    'spam',
    'rude',
  ]);
  const again = await opened.post('/moderation/reasons', body);
  expect([again.status, again.json.error.code]).toEqual([400, 'ERR_REASON_ALREADY_EXISTS']);
  // Documented without the envelope.
  expect((await opened.remove('/moderation/reasons/rude')).json).toEqual({
    success: true,
    message: 'The reason with id rude has been deleted successfully.',
  });
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const gone = await opened.call(method, '/moderation/reasons/rude', { body: { name: 'x' } });
    expect([gone.status, gone.json.error.code]).toEqual([404, 'ERR_REASON_NOT_FOUND']);
  }
});

test.each([
  [{ name: 'x' }, 'id'],
  [{ id: 'x' }, 'name'],
  [{ id: 'a b', name: 'x' }, 'id'],
  [{ id: 'x', name: 'x', description: 'x'.repeat(256) }, 'description'],
])('the reason %j is refused', async (body, name) => {
  await using opened = await openSandbox();
  const { status, json } = await opened.post('/moderation/reasons', body);
  expect([status, Object.keys(json.error.details)]).toEqual([400, [name]]);
});
