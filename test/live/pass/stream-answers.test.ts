import { expect, test } from 'vitest';
import { slug } from '../../../src/input/rows/forms/ids.ts';
import { message, never, oldStream, people, said, streamWriter } from './stream-side.ts';

const NOTHING = { rows: {}, removals: [], how: 'send' } as const;

test('a message whose answer was lost is one that we made, and what its author has changed since stays', async () => {
  await using old = await oldStream();
  const { fake } = old;
  await using writer = await streamWriter(old);
  await writer.write({ ...NOTHING, rows: people }, never);
  let sends = 0;
  fake.fault = ({ method, parts }) => {
    if (method !== 'POST' || parts.at(-1) !== 'message') return undefined;
    sends++;
    if (sends === 1) return { lost: true };
    fake.writes.by('PUT', '/messages/new-9', { set: { text: 'edited there' }, user_id: 'ann' });
    return undefined;
  };
  const outcomes = await writer.write({ ...NOTHING, rows: { messages: [message('new-9', 'hello')] } }, never);
  expect(said(outcomes)).toEqual(['messages new-9 created']);
  expect(sends).toBe(2);
  expect(fake.app.messages.get('new-9')).toMatchObject({ text: 'edited there' });
  expect(writer.find('messages', 'new-9')).toMatchObject({ origin: 'created' });
});

test('a message that others have sent under the same id long ago is none of ours', async () => {
  await using old = await oldStream();
  await using writer = await streamWriter(old);
  const row = message('old-1', 'from before', { sender: 'eve', receiver: slug('messaging:fun') });
  const outcomes = await writer.write({ ...NOTHING, rows: { messages: [row] } }, never);
  expect(said(outcomes)).toEqual(['messages old-1 exists']);
  expect(writer.find('messages', 'old-1')).toMatchObject({ origin: 'exists' });
});

test('who is deactivated already is no failure; an answer that refuses it for another reason is one', async () => {
  await using old = await oldStream();
  const { fake } = old;
  await using writer = await streamWriter(old);
  await writer.write({ ...NOTHING, rows: people }, never);
  const leave = (uid: string) => ({ ...NOTHING, removals: [{ entity: 'users', key: uid }] }) as const;
  fake.writes.by('POST', '/users/ann/deactivate');
  expect(said(await writer.write(leave('ann'), never))).toEqual(['users ann removed']);
  fake.fault = ({ parts }) =>
    parts.at(-1) === 'deactivate'
      ? { status: 400, body: { code: 4, message: 'not in this plan', StatusCode: 400 } }
      : undefined;
  const [outcome] = await writer.write(leave('ben'), never);
  expect(outcome?.outcome).toMatchObject({ status: 'rejected', problems: [{ code: 'LIVE.REFUSED' }] });
  expect(fake.app.users.get('ben')).not.toHaveProperty('deactivated_at');
});
