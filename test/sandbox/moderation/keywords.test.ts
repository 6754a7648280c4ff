import { expect, test } from 'vitest';
import { type Json, openPopulated, openSandbox } from '../sandbox-client.ts';
import { newRule, say, sendForm, textsSeenBy, words } from './moderation-client.ts';

const LIST = {
  id: 'rude',
  name: 'Rude',
  description: 'Words',
  category: 'word',
  searchTerms: 'darn, heck ,darn,',
};

test('a list is created as a form, read, changed with a new revision, and deleted', async () => {
  await using opened = await openSandbox({ appId: 'myapp' });
  const { status, json } = await sendForm(opened, 'POST', '/moderation/keywords', LIST);
  expect([status, json.data]).toEqual([
    200,
    {
      id: 'rude',
      name: 'Rude',
      description: 'Words',
      category: 'word',
      isCSV: false,
      searchTerms: ['darn', 'heck'],
      createdAt: expect.any(Number),
      updatedAt: json.data.createdAt,
      revisionId: 'myapp_rude_1',
      active: true,
    },
  ]);
  expect((await opened.get('/moderation/keywords/rude')).json.data).toEqual(json.data);
  const changed = await sendForm(opened, 'PUT', '/moderation/keywords/rude', { searchTerms: 'fie' });
  expect(changed.json.data).toMatchObject({ name: 'Rude', searchTerms: ['fie'], revisionId: 'myapp_rude_2' });
  const list = (await opened.get('/moderation/keywords')).json;
  expect(list.data).toEqual([changed.json.data]);
  expect(list.meta).toEqual({ current: { limit: 10, count: 1 } });
  expect((await opened.remove('/moderation/keywords/rude')).json.data.message).toBe(
    'Keyword with id rude has been deleted successfully.',
  );
  const gone = await opened.get('/moderation/keywords/rude');
  expect([gone.status, gone.json.error.code]).toEqual([404, 'ERR_KEYWORD_NOT_FOUND']);
});

test('terms come as a csv file, as lines or as parts; quotes and a byte order mark are no part of them', async () => {
  await using opened = await openSandbox();
  const create = async (over: Record<string, string | Blob | string[]>): Promise<Json> => {
    const { searchTerms: _, ...rest } = LIST;
    return (await sendForm(opened, 'POST', '/moderation/keywords', { ...rest, ...over })).json.data;
  };
  const file = new Blob(['\ufeff"darn, it",heck\r\nfie\n'], { type: 'text/csv' });
  expect(await create({ id: 'a', file })).toMatchObject({ isCSV: true });
  const patterns = { category: 'pattern', searchTerms: '\\d{3},\\d{4}\n(?i)card' };
  expect((await create({ id: 'b', ...patterns })).searchTerms).toEqual(['\\d{3},\\d{4}', '(?i)card']);
  const sentences = { category: 'sentence-similarity', disallowedSentences: ['Buy now, pay later.', 'Hi'] };
  expect((await create({ id: 'c', ...sentences })).searchTerms).toEqual(sentences.disallowedSentences);
});

test.each([
  ['category', { category: 'custom-api' }],
  ['id', { id: 'a b' }],
  ['name', { name: 'x'.repeat(101) }],
  ['searchTerms', { searchTerms: '' }],
  ['searchTerms', { searchTerms: ' , ,' }],
  ['searchTerms', { searchTerms: 'x'.repeat(101) }],
  ['searchTerms', { category: 'pattern', searchTerms: 'ok\na.*' }],
  ['searchTerms', { category: 'pattern', searchTerms: '(?<=a)b' }],
  [
    'searchTerms',
    { category: 'pattern', searchTerms: Array.from({ length: 30 }, (_, n) => `[ab]{900}${n}`).join('\n') },
  ],
  ['file', { file: new Blob([`${'x'.repeat(99)}\n`.repeat(11_000)]) }],
] as const)('a list whose %s breaks the limits is refused: %#', async (name, over) => {
  await using opened = await openSandbox();
  const { status, json } = await sendForm(opened, 'POST', '/moderation/keywords', { ...LIST, ...over });
  expect([status, json.error?.code, Object.keys(json.error?.details ?? {})]).toEqual([
    400,
    'ERR_BAD_REQUEST',
    [name],
  ]);
});

test('what is no form, or a broken one, is refused', async () => {
  await using opened = await openSandbox();
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  const part = (header: string, text = 'a') => `--x\r\n${header}\r\n\r\n${text}\r\n--x--\r\n`;
  const bodies: [string | Buffer, Record<string, string>][] = [
    [JSON.stringify(LIST), {}],
    ['', type],
    ['--x', type],
    [part('Content-Disposition: form-data; name="id"').slice(0, -8), type],
    [part('Content-Disposition: form-data'), type],
    [part('X: y'), type],
    [
      Buffer.concat([
        Buffer.from(part('Content-Disposition: form-data; name="id"', '\xff').normalize(), 'latin1'),
      ]),
      type,
    ],
    ['--x--', { 'content-type': 'multipart/form-data' }],
    [`${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(2000)}--x--`, type],
  ];
  for (const [body, headers] of bodies) {
    const { status, json } = await opened.call('POST', '/moderation/keywords', { body, headers });
    expect([status, Object.keys(json.error?.details ?? {})], String(body)).toEqual([400, ['body']]);
  }
  const proto = await sendForm(opened, 'POST', '/moderation/keywords', { ...LIST, ['__proto__']: 'x' });
  expect(proto.status).toBe(200);
});

test('an app has at most 25 lists, and an id is taken once', async () => {
  await using opened = await openSandbox();
  for (let n = 0; n < 25; n++) {
    expect((await sendForm(opened, 'POST', '/moderation/keywords', { ...LIST, id: `l${n}` })).status).toBe(
      200,
    );
  }
  const more = await sendForm(opened, 'POST', '/moderation/keywords', { ...LIST, id: 'more' });
  expect([more.status, more.json.error.code]).toEqual([400, 'ERR_PLAN_QUOTA_RESTRICTION']);
  const again = await sendForm(opened, 'POST', '/moderation/keywords', { ...LIST, id: 'l1' });
  expect(again.json.error.code).toBe('ERR_KEYWORD_ALREADY_EXISTS');
});

test.each(['isKeywordsReferencePresent', 'isListReferencePresent'])(
  'a rule names lists with %s; a change of the list counts at once, and a deleted list finds nothing',
  async (member) => {
    await using opened = await openPopulated();
    await sendForm(opened, 'POST', '/moderation/keywords', LIST);
    await newRule(opened, { conditions: [{ ...words('rude', 'nolist'), [member]: true }] });
    await say(opened, 'oh heck');
    await say(opened, 'rude'); // the id of the list is no word of it
    await sendForm(opened, 'PUT', '/moderation/keywords/rude', { searchTerms: 'fie' });
    await say(opened, 'heck again');
    await say(opened, 'fie');
    await opened.remove('/moderation/keywords/rude');
    await say(opened, 'fie again');
    expect(await textsSeenBy(opened, 'bob')).toEqual(['rude', 'heck again', 'fie again']);
  },
);
