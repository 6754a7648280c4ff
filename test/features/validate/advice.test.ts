import { describe, expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { serviceHere } from '../../support/service-here.ts';
import { advised } from './advised.ts';

/** What a message advises is typed as it stands there, and ends the error. */

const MESSAGES = 'muid,sender,receiver,receiverType,sentAt,text';
const SAID = `${MESSAGES}\n1,ann,ben,user,1793491200,hi\n2,ben,ann,user,1793491201,hi\n`;

/** Each problem as `CODE file:line field = "value": message`. */
const shownIn = ({ problems }: Report): readonly string[] =>
  problems.flatMap(({ code, samples }) =>
    samples.map(
      ({ file, line, field, value, message }) => `${code} ${file}:${line} ${field} = "${value}": ${message}`,
    ),
  );

describe('a blank around an id', () => {
  const files = (uid: string): Readonly<Record<string, string>> => ({
    'users.csv': `uid,name\n${uid},Ann\nben,Ben\n`,
    'messages.csv': SAID,
  });

  test.each([
    ['ann ', 'it ends with a blank; as: trim removes it'],
    [' ann', 'it begins with a blank; as: trim removes it'],
    ['\u00a0ann\t', 'it begins and ends with a blank; as: trim removes them'],
  ])('%j is said, and both advices end it', async (uid, message) => {
    await using it = await serviceHere({ files: files(uid) });
    const { result } = await it.json('validate');
    expect(shownIn(result)).toContain(`ID.INVALID users.csv:2 uid = "${uid}": ${message}`);
    // The person is there: nobody is told to add one.
    expect(result.problems.map(({ code }) => code).sort()).toEqual(['ID.INVALID', 'REFERENCE.BLOCKED']);

    const [short] = /as: \w+/.exec(message) ?? [];
    const long = advised(result, 'ID.INVALID', /map: \{.*?\} \}/);
    for (const map of [`map: { uid: { from: uid, ${short} } }`, long]) {
      await using again = await serviceHere({
        files: { 'messages.csv': SAID, 'people.csv': files(uid)['users.csv'] as string },
        rest: `  users: { path: people.csv, ${map} }`,
      });
      const { exitCode } = await again.json('run', '--yes');
      expect([map, exitCode, (await again.service.users.get('ann'))?.['name']]).toEqual([map, 0, 'Ann']);
    }
  });

  test('is taken off before an id is made, so that equal texts stay one person', async () => {
    const people = 'mail,name\nann@x.org ,Ann\nben,Ben\n';
    const said = SAID.replaceAll('ann', 'ann@x.org').replace('sender', 'from').replace('receiver', 'to');
    await using first = await serviceHere({
      files: { 'people.csv': people, 'said.csv': said },
      rest: '  users: { path: people.csv, map: { uid: mail } }\n  messages: { path: said.csv, map: { sender: from, receiver: to } }',
    });
    const { result } = await first.json('validate');
    const form = (column: string): string => advised(result, 'ID.INVALID', /\{ from: <column>.*?\}/, column);
    await using it = await serviceHere({
      files: { 'people.csv': people, 'said.csv': said },
      rest: `  users: { path: people.csv, map: { uid: ${form('mail')} } }\n  messages: { path: said.csv, map: { sender: ${form('from')}, receiver: ${form('to')} } }`,
    });
    expect((await it.json('run', '--yes')).exitCode).toBe(0);
  });
});

test('a blank after a word of a list is said, and the advice ends it', async () => {
  const files = { 'groups.csv': 'guid,name,type\nteam,Team,public \n' };
  await using it = await serviceHere({ files });
  const { result } = await it.json('validate');
  expect(shownIn(result)).toEqual([
    'GROUP.TYPE_INVALID groups.csv:2 type = "public ": it ends with a blank; as: trim removes it',
  ]);
  await using again = await serviceHere({
    files: { 'rooms.csv': files['groups.csv'] },
    rest: '  groups: { path: rooms.csv, map: { type: { from: type, as: trim } } }',
  });
  expect((await again.json('validate')).exitCode).toBe(0);
});

describe('a made id that no row has', () => {
  const MADE = '{ from: who, as: slug }';
  const rest = (form: string, more = ''): string => `  users: { path: people.csv, map: { uid: ${form} } }
  messages: { path: said.csv, map: { sender: ${form.replace('who', 'from')}, receiver: { const: ben } } }${more}`;
  const people = 'who,name\nAnn@X.org,Ann\nben,Ben\n';
  const files = {
    'people.csv': people,
    'said.csv': 'muid,from,receiverType,sentAt,text\n1,ANN@x.org,user,1793491200,hi\n',
  };

  test('stands beside the cell that it was made of, and both advices end it', async () => {
    await using it = await serviceHere({ files, rest: rest(MADE) });
    const { result } = await it.json('validate');
    expect(shownIn(result)).toEqual([
      'REFERENCE.UNKNOWN said.csv:2 sender = "ANN@x.org": no row of the users has this user, whose id is ann-x-org-d28f2e38e74c',
    ]);
    const { value } = result.problems[0]?.samples[0] ?? {};
    await using added = await serviceHere({
      files: { ...files, 'people.csv': `${people}${value},Ann\n` },
      rest: rest(MADE),
    });
    expect((await added.json('validate')).exitCode).toBe(0);
    const lower = advised(result, 'REFERENCE.UNKNOWN', /as: \[.*?\]/);
    await using alike = await serviceHere({ files, rest: rest(MADE.replace('as: slug', lower)) });
    expect((await alike.json('validate')).exitCode).toBe(0);
  });

  test.each([
    [
      'of a rejected row',
      MADE,
      'who,name\nANN@x.org,\nben,Ben\n',
      'ANN@x.org',
      'whose id is ann-x-org-d28f2e38e74c',
    ],
    [
      'by a pattern',
      '{ from: who, pattern: "^(.*)@", as: slug }',
      'who,name\nben@x.org,Ben\n',
      'ANN@x.org',
      'whose id is ann-',
    ],
    [
      'of several columns',
      '{ template: "{who}", as: slug }',
      people,
      'ANN@x.org',
      'whose id is ann-x-org-d28f2e38e74c',
    ],
    ['that only is lower case', '{ from: who }', 'who,name\nben,Ben\n', 'ANN', undefined],
  ])('%s', async (_of, form, list, value, id) => {
    const said = files['said.csv'].replace('ANN@x.org', value);
    await using it = await serviceHere({ files: { 'people.csv': list, 'said.csv': said }, rest: rest(form) });
    const [problem] = (await it.json('validate')).result.problems.filter(({ code }) =>
      code.startsWith('REF'),
    );
    expect(problem?.samples).toMatchObject([{ field: 'sender', value }]);
    if (id) expect(problem?.samples[0]?.message).toContain(id);
    else expect(problem?.samples[0]?.message).not.toContain('whose id');
  });
});

describe('attachments', () => {
  const png = { url: 'https://f.example/a.png', name: 'a.png', mimeType: 'image/png', extension: 'png' };
  const row = (attachments: unknown): string =>
    `${JSON.stringify({ muid: '1', sender: 'ann', receiver: 'ben', receiverType: 'user', sentAt: 1_793_491_200, text: 'x', attachments })}\n`;
  const validated = async (attachments: unknown, map = '') => {
    await using it = await serviceHere({
      files: { 'users.csv': 'uid,name\nann,Ann\nben,Ben\n', 'said.ndjson': row(attachments) },
      rest: `  messages: { path: said.ndjson, ${map} }`,
    });
    return await it.json('validate');
  };
  const WHOLE = /map: \{ attachments: \{ url: ".*?\} \}/;
  const withBase = (map: string, hint: string): string =>
    map.replace(' } }', `, ${/base: ".*?"/.exec(hint)?.[0]} } }`);

  test.each([
    [
      'no type',
      [{ url: 'https://f.example/a b.png', name: 'a b.png' }],
      'attachments[0] has no mimeType, no extension',
    ],
    [
      'an address alone',
      [png, { url: 'http://f.example/x.pdf' }],
      'attachments[1] has no name, no mimeType, no extension',
    ],
    ['a blank name', [{ ...png, name: ' ' }, {}], 'attachments[0].name is blank; 1 more of 2 are wrong'],
    [
      'a path',
      [{ url: 'uploads/x.png' }],
      'attachments[0].url = "uploads/x.png" is a path; add the address before it to the map with  base:',
    ],
  ])('with %s: element and member are named, and the advice ends it', async (_of, files, message) => {
    const { result } = await validated(files);
    expect(result.problems.map(({ code }) => code)).toEqual(['MESSAGE.ATTACHMENT_INVALID']);
    expect(result.problems[0]?.samples[0]?.message).toBe(message);
    const map = advised(result, 'MESSAGE.ATTACHMENT_INVALID', WHOLE);
    const typed = message.includes('base:') ? withBase(map, result.problems[0]?.hint ?? '') : map;
    expect((await validated(files, typed)).result.problems).toEqual([]);
  });

  const elsewhere = 'is not on a web server; publish the file on one';
  test.each([
    [
      [{ url: 'data:image/png;base64,AAAA' }],
      `attachments[0].url = "data:image/png;base64,AAAA" ${elsewhere}`,
    ],
    [[png, { url: 'file:///etc/passwd' }], `attachments[1].url = "file:///etc/passwd" ${elsewhere}`],
    [[{ ...png, url: 'http://' }], 'attachments[0].url = "http://" is not a complete address'],
    [[{ ...png, url: 1 }], 'attachments[0].url is a number, not text'],
    [[{ ...png, url: null }], 'attachments[0] has no url'],
    [[{ ...png, mimeType: ['image/png'] }], 'attachments[0].mimeType is a list, not text'],
    [[null], 'attachments[0] is null, not an object'],
    [['https://f.example/a.png'], 'attachments[0] is text, not an object'],
    [png, 'an object, not a list of attachments'],
    [
      Array.from({ length: 60 }, () => ({ url: png.url })),
      'attachments[0] has no name, no mimeType, no extension; 59 more of 60 are wrong',
    ],
  ])('%j', async (files, message) => {
    const { result } = await validated(files);
    expect(result.problems.flatMap(({ samples }) => samples.map((each) => each.message))).toEqual([message]);
  });

  test.each([
    [
      'said.csv',
      `muid,sender,receiver,receiverType,sentAt,text,attachments\n1,ann,ben,user,1793491200,x,"[""${png.url}""]"\n`,
      /map: \{ attachments: \{ url: \{.*?\} \} \}/,
    ],
    ['said.ndjson', row([png.url]), /map: \{ attachments: \{ url: <column> \} \}/],
  ])('a list of addresses in %s: the advice for one ends it', async (name, text, typed) => {
    const of = async (map: string) => {
      await using it = await serviceHere({
        files: { 'users.csv': 'uid,name\nann,Ann\nben,Ben\n', [name]: text },
        rest: `  messages: { path: ${name}, ${map} }`,
      });
      return (await it.json('validate')).result;
    };
    const before = await of('');
    expect(before.problems.map(({ code }) => code)).toEqual(['MESSAGE.ATTACHMENT_INVALID']);
    const map = advised(before, 'MESSAGE.ATTACHMENT_INVALID', typed);
    expect((await of(map)).problems).toEqual([]);
  });
});

describe('a cell that says that there is no time', () => {
  const left = (text: string): string =>
    `${JSON.stringify({ uid: 'ann', name: 'Ann', left: 0 }).replace('0', text)}\n`;
  const validated = async (files: Readonly<Record<string, string>>, more = '', time = '') => {
    const [path] = Object.keys(files);
    await using it = await serviceHere({
      files,
      rest: `  users: { path: ${path}, map: { deactivatedAt: { from: left${time} } }${more} }`,
    });
    return await it.json('validate');
  };

  test.each([
    '0',
    '0000-00-00 00:00:00',
    '0000-00-00',
    '1970-01-01T00:00:00Z',
    '1970-01-01 00:00:00',
    'false',
    'NULL',
    '\\N',
    '-',
    '0001-01-01T00:00:00Z',
    ' 0 ',
  ])('%j in a table: nulls, as typed, ends it', async (cell) => {
    const files = { 'people.csv': `uid,name,left\nann,Ann,${cell}\nben,Ben,\n` };
    const { result } = await validated(files);
    const [problem] = result.problems;
    expect([problem?.code, problem?.samples[0]?.value]).toEqual(['ROW.TIME_INVALID', cell]);
    const [nulls] = /nulls: \[.*\]/.exec(problem?.samples[0]?.message ?? '') ?? [];
    expect((await validated(files, `, ${nulls}`)).exitCode).toBe(0);
  });

  test.each(['0', 'false'])('%s in JSON, which is no text: a pattern ends it', async (value) => {
    const files = { 'people.ndjson': left(value) + left('1793491200').replace('ann', 'ben') };
    const { result } = await validated(files);
    const [pattern] = /pattern: .*/.exec(result.problems[0]?.samples[0]?.message ?? '') ?? [];
    await using it = await serviceHere({
      files,
      rest: `  users: { path: people.ndjson, map: { deactivatedAt: { from: left, ${pattern} } } }`,
    });
    expect((await it.json('run', '--yes')).exitCode).toBe(0);
    const { users } = it.service;
    expect((await users.get('ann'))?.['name']).toBe('Ann');
    // Whoever is deactivated is not found.
    await expect(users.get('ben')).rejects.toThrow('does not exist');
  });

  test('in the declared format', async () => {
    const files = { 'people.csv': 'uid,name,left\nann,Ann,00/00/0000\n' };
    const { result } = await validated(files, '', ', time: dd/MM/yyyy, zone: utc');
    expect(result.problems[0]?.samples[0]?.message).toBe('no time; if it means none:  nulls: ["00/00/0000"]');
  });

  test('that the row needs is no such cell, nor is an old or a wrong time', async () => {
    const said = (at: string): string => `${MESSAGES}\n1,ann,ben,user,${at},hi\n`;
    const users = { 'users.csv': 'uid,name,deactivatedAt\nann,Ann,1899-12-31\nben,Ben,soon\n' };
    await using it = await serviceHere({ files: { ...users, 'messages.csv': said('0') } });
    const { result } = await it.json('validate');
    expect(shownIn(result).filter((text) => text.includes('nulls'))).toEqual([]);
    expect(shownIn(result)).toContain(
      'ROW.TIME_INVALID messages.csv:2 sentAt = "0": the time is not after 1970',
    );
  });
});
