import { expect, test } from 'vitest';
import { type Json, type Opened, openPopulated } from '../sandbox-client.ts';

const ids = (answer: { json: Json }) => answer.json.data.map((one: Json) => one.id).join(' ');
const code = (answer: { json: Json }) => answer.json.error?.code ?? 'ok';
const text = (words: string, over: object = {}) => ({
  receiver: 'bob',
  receiverType: 'user',
  data: { text: words },
  ...over,
});
const send = (opened: Opened, body: object, as = 'ann') => opened.post('/messages', body, { as });

test('a message quotes another of its conversation, and shows it wherever it is read', async () => {
  await using opened = await openPopulated();
  await send(opened, text('first'));
  const quote = await send(opened, text('indeed', { receiver: 'ann', quotedMessageId: '1' }), 'bob');
  expect(quote.json.data).toMatchObject({
    id: '2',
    quotedMessageId: '1',
    quotedMessage: { id: '1', data: { text: 'first' } },
  });
  const reply = await opened.post(
    '/messages/1/thread',
    { data: { text: 'r' }, quotedMessageId: 2 },
    { as: 'ann' },
  );
  expect(reply.json.data).toMatchObject({ parentId: '1', quotedMessageId: '2', quotedMessage: { id: '2' } });
  // A quote within a quote is named, but not shown.
  expect(reply.json.data.quotedMessage).toMatchObject({ quotedMessageId: '1' });
  expect(reply.json.data.quotedMessage.quotedMessage).toBeUndefined();
  const listed = (await opened.get('/users/bob/messages', { as: 'ann' })).json.data;
  expect(listed.map((one: Json) => one.quotedMessage?.id)).toEqual([undefined, '1', '2']);
  expect(ids(await opened.get('/messages?hideQuotedMessages=true'))).toBe('1');
  expect(ids(await opened.get('/users/bob/messages?hideQuotedMessages=true', { as: 'ann' }))).toBe('1');
  await opened.remove('/messages/1', { body: { permanent: true } });
  const orphan = (await opened.get('/messages/2')).json.data;
  expect([orphan.quotedMessageId, orphan.quotedMessage]).toEqual(['1', undefined]);
});

test('what is elsewhere, deleted or an event cannot be quoted', async () => {
  await using opened = await openPopulated();
  await send(opened, text('to bob'));
  await send(opened, text('to cid', { receiver: 'cid' }));
  const quoting = async (quotedMessageId: unknown, over: object = {}) =>
    code(await send(opened, text('q', { quotedMessageId, ...over })));
  expect(await quoting('2')).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  expect(await quoting('99')).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  expect(await quoting('one')).toBe('ERR_BAD_REQUEST');
  expect(await quoting('1', { multipleReceivers: { uids: ['cid'] } })).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  const action = (await opened.put('/messages/1', { data: { text: 'edited' } }, { as: 'ann' })).json.data.id;
  expect(await quoting(action)).toBe('ERR_MESSAGE_ACTION_NOT_ALLOWED');
  await opened.remove('/users/bob/conversation', { as: 'ann' });
  expect(await quoting('1')).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  await opened.remove('/messages/1');
  expect(await quoting('1', { receiver: 'ann' })).toBe('ERR_MESSAGE_ID_NOT_FOUND');
  expect(ids(await opened.get('/messages?categories=message'))).toBe('1 2');
});

const FORM = {
  interactiveData: { title: 'Order', formFields: [{ elementType: 'textInput', elementId: 'name' }] },
  interactionGoal: { type: 'anyOf', elementIds: ['name'] },
};

test('an interactive message is sent, answered, edited and used by its receivers', async () => {
  await using opened = await openPopulated();
  const form = { category: 'interactive', type: 'form', data: FORM };
  const sent = (await send(opened, text('', form))).json.data;
  expect(sent).toMatchObject({ category: 'interactive', type: 'form', data: FORM });
  expect(sent.data.entities.sender.entity.uid).toBe('ann');
  expect(ids(await opened.get('/messages?categories=interactive&types=form'))).toBe('1');
  const interact = async (as: string, id = 1) =>
    code(await opened.call('PATCH', `/messages/${id}/interacted`, { as, body: { interactions: ['name'] } }));
  expect(await interact('bob')).toBe('ok');
  expect(await interact('ann')).toBe('ERR_MESSAGE_ACTION_NOT_ALLOWED');
  await send(opened, text('', { ...form, data: { ...FORM, allowSenderInteraction: true } }));
  expect(await interact('ann', 2)).toBe('ok');
  expect(code(await opened.post('/messages/1/thread', { data: { text: 'r' } }, { as: 'bob' }))).toBe('ok');
  expect(code(await opened.post('/messages/1/reactions/👍', undefined, { as: 'bob' }))).toBe('ok');
  const changed = { interactiveData: { title: 'Closed' } };
  const edited = (await opened.put('/messages/1', { data: changed }, { as: 'ann' })).json.data;
  expect(edited.data.entities.on.entity.data).toMatchObject({
    ...changed,
    interactionGoal: FORM.interactionGoal,
  });
});

test('an interactive message without its content, or with a wrong goal, is refused', async () => {
  await using opened = await openPopulated();
  const sending = async (data: unknown) =>
    code(await send(opened, text('', { category: 'interactive', type: 'form', data })));
  expect(await sending({ text: 'no form' })).toBe('ERR_INVALID_MESSAGE_DATA');
  expect(await sending({ interactiveData: [] })).toBe('ERR_BAD_REQUEST');
  for (const interactionGoal of [{}, { type: 'every' }, { type: 'allOf', elementIds: 'x' }, 'anyOf']) {
    expect(await sending({ ...FORM, interactionGoal })).toBe('ERR_BAD_REQUEST');
  }
  expect(await sending({ ...FORM, allowSenderInteraction: 'yes' })).toBe('ERR_BAD_REQUEST');
});

test('who pinned a message is shown to all, when it was saved only to the user who saved it', async () => {
  await using opened = await openPopulated({ clock: () => 1_700_000_000_000 });
  await send(opened, text('keep'));
  const pinned = await opened.post('/messages/1/pin');
  expect(pinned.json.data).toMatchObject({ pinnedBy: 'app_system', pinnedAt: 1_700_000_000 });
  await opened.post('/messages/1/pin', undefined, { as: 'bob' });
  await opened.post('/messages/1/save', undefined, { as: 'bob' });
  const seen = async (as: string) => {
    const { pinnedBy, savedAt } = (await opened.get('/messages?limit=1', { as })).json.data[0];
    return [pinnedBy, savedAt];
  };
  expect(await seen('bob')).toEqual(['bob', 1_700_000_000]);
  expect(await seen('ann')).toEqual(['bob', undefined]);
  const bare = (await opened.remove('/messages/1/pin', { as: 'ann' })).json.data;
  expect([bare.pinnedAt, bare.pinnedBy]).toEqual([undefined, undefined]);
  expect((await opened.remove('/messages/1/save', { as: 'bob' })).json.data.savedAt).toBeUndefined();
});
