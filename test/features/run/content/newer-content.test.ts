import { describe, expect, test } from 'vitest';
import { serviceHere } from '../../../support/service-here.ts';

const SENT = { sender: 's1', receiver: 's2', receiverType: 'user' };
const FILE = {
  url: 'https://files.example.com/a.png',
  name: 'a.png',
  mimeType: 'image/png',
  extension: 'png',
};
const USERS = 'uid,name\ns1,S\ns2,T\n';
const BELOW = 'thresholds: { rejected: "<90%" }';

/** The rows as a file of messages of one conversation, a second apart. */
const messages = (rows: Readonly<Record<string, object>>): string =>
  Object.entries(rows)
    .map(([muid, row], at) => `${JSON.stringify({ muid, ...SENT, sentAt: 1_795_000_000 + at, ...row })}\n`)
    .join('');

/** The content of each message that the service has, by muid. */
async function held({ service }: Awaited<ReturnType<typeof serviceHere>>) {
  const found: Record<string, readonly unknown[]> = {};
  for await (const { muid = '', category, type, data } of service.messages.list({ affix: 'append' }))
    found[muid] = [category, type, data];
  return found;
}

describe('attachments of a message', () => {
  const images = (...attachments: object[]) => ({ type: 'image', data: { attachments } });
  const files = {
    'users.csv': USERS,
    'messages.ndjson': messages({
      ten: images(...Array(10).fill(FILE)),
      eleven: images(...Array(11).fill(FILE)),
      edge: images({ ...FILE, size: 100 * 1024 * 1024 }),
      large: images(FILE, { ...FILE, size: '104857601' }),
    }),
  };

  test.each(['import', 'rest'])(
    'api: %s sends more than 10, and what is larger than 100 MB, after a notice; a service with the limits refuses them',
    async (api) => {
      await using here = await serviceHere({ files, api, quirks: 'importfiles=limited', rest: BELOW });
      const { exitCode, result } = await here.json('validate');
      expect([exitCode, result.problems]).toEqual([0, []]);
      const notice = result.notices.find(({ code }) => code === 'MESSAGE.CONTENT_DOUBTFUL');
      expect(notice?.samples.map(({ key, field, message }) => [key, field, message.split(': ')[1]])).toEqual([
        ['eleven', 'attachments', '11 attachments, of 10 by default'],
        ['large', 'attachments', 'attachments[1] is larger than 100 MB'],
      ]);
      const { result: done } = await here.json('run', '--yes');
      expect(Object.keys(await held(here))).toEqual(['ten', 'edge']);
      expect(done.problems.map(({ code }) => code).sort()).toEqual([
        'SERVICE.ERR_FILE_COUNT_EXCEEDED',
        'SERVICE.ERR_FILE_SIZE_EXCEEDED',
      ]);
    },
  );

  test('a size is sent as it is written: a service that takes only one of its types refuses the other', async () => {
    const sized = { number: images({ ...FILE, size: 12 }), text: images({ ...FILE, size: '12' }) };
    for (const [quirks, taken] of [
      ['', ['number', 'text']],
      ['sizes=text', ['text']],
      ['sizes=number', ['number']],
    ] as const) {
      await using here = await serviceHere({
        files: { 'users.csv': USERS, 'messages.ndjson': messages(sized) },
        quirks,
        rest: BELOW,
      });
      expect((await here.json('validate')).result.notices).toEqual([]);
      await here.json('run', '--yes');
      expect(Object.keys(await held(here))).toEqual(taken);
    }
  });
});

describe('interactive messages', () => {
  const interactiveData = { title: 't', formFields: [] };
  const files = {
    'users.csv': USERS,
    'messages.ndjson': messages({
      form: {
        category: 'interactive',
        type: 'form',
        data: { interactiveData, interactionGoal: { type: 'none' } },
      },
      own: { category: 'interactive', type: 'customInteractive', data: { interactiveData: {} } },
    }),
  };

  test.each(['import', 'rest'])('api: %s writes them, with verify and a second run', async (api) => {
    await using here = await serviceHere({ files, api });
    const { exitCode, result } = await here.json('validate', '--strict');
    expect([exitCode, result.problems, result.notices]).toEqual([0, [], []]);
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    const { form, own } = await held(here);
    expect(form).toMatchObject(['interactive', 'form', { interactiveData }]);
    expect(own).toMatchObject(['interactive', 'customInteractive', { interactiveData: {} }]);
    expect((await here.json('verify')).exitCode).toBe(0);
  });

  test('without interactiveData it is doubtful with api: import, and rejected with api: rest; as another type it is rejected', async () => {
    const rows = {
      none: { category: 'interactive', type: 'form', data: {} },
      text: { category: 'interactive', type: 'form', data: { interactiveData: 'x' } },
      other: { category: 'action', type: 'form', data: { interactiveData } },
    };
    const given = { 'users.csv': USERS, 'messages.ndjson': messages(rows) };
    const seen = async (api: string) => {
      await using here = await serviceHere({ files: given, api, rest: BELOW });
      const { result } = await here.json('validate');
      const codes = (list: readonly { code: string; count: number }[]) =>
        list.map(({ code, count }) => `${code} ${count}`).sort();
      return [codes(result.problems), codes(result.notices)];
    };
    const wrong = ['MESSAGE.CATEGORY_INVALID 1', 'ROW.FIELD_TYPE 1'];
    expect(await seen('import')).toEqual([wrong, ['MESSAGE.CONTENT_DOUBTFUL 1']]);
    expect(await seen('rest')).toEqual([
      ['MESSAGE.CATEGORY_INVALID 1', 'ROW.FIELD_MISSING 1', 'ROW.FIELD_TYPE 1'],
      [],
    ]);
  });
});

test('names and tags of 100 characters that are more UTF-16 units have a notice; a service that counts these refuses them', async () => {
  const long = '😀'.repeat(60);
  const files = {
    'users.ndjson': [
      { uid: 's1', name: long },
      { uid: 's2', name: '😀'.repeat(50) },
      { uid: 's3', name: 'T', tags: ['a', long] },
      { uid: 's4', name: '😀'.repeat(101) },
    ]
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(''),
    'groups.ndjson': `${JSON.stringify({ guid: 'g', name: long, type: 'public' })}\n`,
    'messages.ndjson': messages({ m: { sender: 's2', receiver: 's3', data: { text: 'x' }, tags: [long] } }),
  };
  const created = async (quirks: string) => {
    await using here = await serviceHere({ files, quirks, rest: BELOW });
    const { result } = await here.json('validate');
    expect(result.problems.map(({ code, count }) => [code, count])).toEqual([['USER.NAME_TOO_LONG', 1]]);
    expect(result.notices.map(({ code, count }) => [code, count]).sort()).toEqual([
      ['MESSAGE.CONTENT_DOUBTFUL', 1],
      ['TEXT.LENGTH_DOUBTFUL', 3],
    ]);
    const { entities } = (await here.json('run', '--yes')).result;
    return [entities.users?.created, entities.groups?.created];
  };
  expect(await created('')).toEqual([3, 1]);
  expect(await created('lengths=units')).toEqual([1, 0]);
});

test('a message that is rejected by an error without a reason says how old it is, if it is older than services keep', async () => {
  const dayS = 86_400;
  const at = (days: number): number => Math.floor(Date.now() / 1_000) - days * dayS;
  const rows = {
    old: { sentAt: at(200), data: { text: 'x' } },
    new: { sentAt: at(10), data: { text: 'y' } },
  };
  await using here = await serviceHere({
    files: { 'users.csv': USERS, 'messages.ndjson': messages(rows) },
    quirks: 'poison=batch500,retention=183d',
    rest: BELOW,
  });
  const { result } = await here.json('run', '--yes');
  expect(Object.keys(await held(here))).toEqual(['new']);
  const [problem] = result.problems;
  expect(problem?.code).toBe('SERVICE.ERR_EXCEPTION');
  expect(problem?.samples[0]?.message).toMatch(/200 days old: services keep messages for 183 days/);
});
