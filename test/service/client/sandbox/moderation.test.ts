import { expect, test } from 'vitest';
import { chatService } from '../../../../src/service/client/chat-service.ts';
import { openPopulated } from '../../../sandbox/sandbox-client.ts';
import { all, fakeService, rejection } from '../fake-service.ts';

/** A sandbox with the users ann, bob and cid, and a client of it. */
async function opened() {
  const own = await openPopulated();
  const service = chatService({ baseUrl: own.sandbox.baseUrl, apiKey: own.secret(own.sandbox.files.apiKey) });
  return {
    service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

const text = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'oh darn' } } as const;
const ann = { onBehalfOf: 'ann' };

test('a list from a csv file, a rule that names it, a blocked message and its review', async () => {
  await using own = await opened();
  const { messages, moderation } = own.service;
  const { rules, keywords, blockedMessages, reviewedMessages } = moderation;
  const list = await keywords.create({
    id: 'rude',
    name: 'Rude "words"',
    category: 'word',
    file: 'darn,\r\n"heck"',
  });
  expect(list).toMatchObject({ name: 'Rude "words"', isCSV: true, searchTerms: ['darn', 'heck'] });
  await rules.create({
    id: 'polite',
    name: 'Be polite',
    conditions: [
      {
        operand: 'text',
        operator: 'contains',
        category: 'word',
        isKeywordsReferencePresent: true,
        value: ['rude'],
      },
    ],
  });
  const sent = await messages.send(text, ann);
  expect(sent.data?.moderation?.status).toBe('pending');
  const rule = { id: 'polite', name: 'Be polite' };
  expect((await messages.get(sent.id)).data?.moderation).toEqual({ status: 'disapproved', rule });
  const [blocked] = await all(blockedMessages.list({ limit: 1 }));
  expect([blocked?.ruleId, blocked?.message?.id]).toEqual(['polite', sent.id]);
  expect((await blockedMessages.review(sent.id, { status: 'approved' })).success).toBe(true);
  expect((await all(reviewedMessages.list())).map(({ message }) => message?.id)).toEqual([sent.id]);
  expect((await rules.update('polite', { enabled: false })).enabled).toBe(false);
  expect((await all(rules.listRevisions('polite', { limit: 2 }))).map(({ enabled }) => enabled)).toEqual([
    false,
    true,
  ]);
  expect((await all(rules.list())).map(({ id }) => id)).toEqual(['polite']);
  expect((await rules.delete('polite')).message).toContain('polite');
  const greedy = keywords.create({
    id: 'greedy',
    name: 'G',
    category: 'pattern',
    searchTerms: ['ok', 'a.*'],
  });
  const refused = await rejection(greedy);
  expect(refused).toMatchObject({ code: 'ERR_BAD_REQUEST', status: 400 });
  expect((refused as { details: object }).details).toEqual({
    searchTerms: [expect.stringContaining('a.*')],
  });
});

test('a flag, which is answered without an envelope, and the lists page by page', async () => {
  await using own = await opened();
  const { messages, moderation } = own.service;
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    const { id } = await messages.send(text, ann);
    const flagged = await messages.flag(id, { reasonId: 'spam', remark: 'Look' }, { onBehalfOf: 'bob' });
    expect(flagged).toEqual({ success: true, message: `Message ${id} has been flagged successfully.` });
    ids.push(id);
  }
  const listed = await all(moderation.flaggedMessages.list({ limit: 2 }));
  expect(listed.map(({ id, flaggedCount }) => [id, flaggedCount])).toEqual(ids.map((id) => [id, 1]));
  expect(listed[0]?.flaggedBy?.[0]).toMatchObject({ uid: 'bob', reasonId: 'spam', remark: 'Look' });
  await moderation.flaggedMessages.review(ids[0] ?? '', 'disapproved');
  expect(await all(moderation.flaggedMessages.list())).toHaveLength(4);
  expect(await rejection(messages.flag('999', { reasonId: 'spam' }, ann))).toMatchObject({
    code: 'ERR_MESSAGE_ID_NOT_FOUND',
  });
  for (let n = 0; n < 3; n++) await moderation.messages.create({ ...text, sender: 'ann' });
  expect(await all(moderation.messages.list({ limit: 1 }))).toHaveLength(3);
});

test('a form is the same bytes when it is sent again, and no part of it ends it early', async () => {
  await using fake = await fakeService((_, number) =>
    number === 1 ? { status: 503, text: 'later' } : { body: { data: { id: 'k' } } },
  );
  const file = '--x\r\nContent-Disposition: form-data; name="id"\r\n\r\nother\r\n--x--';
  await fake.service.moderation.keywords.create({ id: 'k', name: 'a"\r\nb', category: 'pattern', file });
  const [first, second] = fake.arrived;
  expect(first?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=form-[0-9a-f]{40}$/);
  expect(second).toEqual(first);
  expect(first?.body).toEqual({ id: 'k', name: 'a"\r\nb', category: 'pattern', file });
});
