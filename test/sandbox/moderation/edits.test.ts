import { expect, test } from 'vitest';
import { parseQuirks } from '../../../src/sandbox/sandbox.ts';
import { type Json, openPopulated } from '../sandbox-client.ts';
import { newRule, say, textsSeenBy } from './moderation-client.ts';

const statusOf = async (opened: Awaited<ReturnType<typeof openPopulated>>, id: string): Promise<Json> =>
  (await opened.get(`/messages/${id}`)).json.data.data.moderation;

test('an edit is judged again: it hides a message, also in the note about the edit, and lets it through', async () => {
  await using opened = await openPopulated();
  await newRule(opened);
  const { id } = await say(opened, 'nice');
  await opened.put(`/messages/${id}`, { data: { text: 'darn' } }, { as: 'ann' });
  expect((await statusOf(opened, id)).status).toBe('disapproved');
  const seen = await opened.get('/users/ann/messages', { as: 'bob' });
  expect(seen.text).not.toContain('darn');
  expect((await opened.get('/users/ann/conversation', { as: 'bob' })).json.data.unreadMessageCount).toBe('0');
  await opened.put(`/messages/${id}`, { data: { text: 'nice again' } }, { as: 'ann' });
  expect((await statusOf(opened, id)).status).toBe('approved');
  expect(await textsSeenBy(opened, 'bob')).toContain('nice again');
  expect((await opened.get('/users/ann/conversation', { as: 'bob' })).json.data.unreadMessageCount).toBe('1');
  expect((await opened.get('/moderation/blocked-messages')).json.data).toEqual([]);
});

test('a message that is blocked by a rule which is gone stays so until its sender edits it', async () => {
  await using opened = await openPopulated();
  await newRule(opened);
  const { id } = await say(opened, 'darn');
  await opened.remove('/moderation/rules/r1');
  expect(await textsSeenBy(opened, 'bob')).toEqual([]);
  await opened.put(`/messages/${id}`, { data: { text: 'nice' } }, { as: 'ann' });
  expect(await textsSeenBy(opened, 'bob')).toEqual(['nice']);
  expect(await statusOf(opened, id)).toBeUndefined();
  expect((await opened.get('/users/ann/conversation', { as: 'bob' })).json.data.unreadMessageCount).toBe('1');
  expect((await opened.get('/moderation/blocked-messages')).json.data).toEqual([]);
});

test.each(['with', 'without'])(
  'what a moderator has rejected stays hidden after an edit, %s a rule',
  async (rule) => {
    await using opened = await openPopulated();
    await newRule(opened);
    const { id } = await say(opened, 'darn');
    const body = { status: 'rejected', reviewed: true };
    await opened.call('PATCH', `/moderation/blocked-messages/${id}`, { body });
    if (rule === 'without') await opened.remove('/moderation/rules/r1');
    await opened.put(`/messages/${id}`, { data: { text: 'nice' } }, { as: 'ann' });
    expect([await textsSeenBy(opened, 'ann'), await textsSeenBy(opened, 'bob')]).toEqual([['nice'], []]);
    expect((await statusOf(opened, id)).status).toBe('disapproved');
  },
);

test('deletekeeps: the note about a deleted message shows nothing that a rule has blocked', async () => {
  await using opened = await openPopulated({ quirks: parseQuirks('deletekeeps') });
  await newRule(opened);
  const { id } = await say(opened, 'darn');
  await opened.remove(`/messages/${id}`, { as: 'ann' });
  const seen = await opened.get('/users/ann/messages', { as: 'bob' });
  expect(seen.json.data[0].data.action).toBe('deleted');
  expect(seen.text).not.toContain('darn');
});
