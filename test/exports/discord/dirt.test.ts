import { describe, expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { summaryOf } from '../expected.ts';
import {
  ANN,
  at,
  BEN,
  direct,
  discordHere,
  document,
  GENERAL,
  message,
  type Row,
  shown,
} from './files-of-discord.ts';

const judged = async (files: Readonly<Record<string, string>>, options = '') => {
  await using here = await discordHere(files, { options });
  const { report, summary } = await summaryOf(here);
  expect(report.balanced).toBe(true);
  return {
    kinds: summary.kinds,
    codes: report.problems.map(({ code, count }) => `${code} ${count}`).sort(),
    samples: report.problems.flatMap(({ samples }) => samples),
  };
};

const WHOLE = document({ ...GENERAL, id: '59', name: 'whole' }, [
  message(50, ANN, 'fine'),
  message(51, BEN, 'fine'),
]);
const THREE = [message(1, ANN, 'one'), message(2, BEN, 'two'), message(3, ANN, 'three')];

describe('of several files, one that', () => {
  const text = document(GENERAL, THREE);

  test.each([
    ['is cut in a message', text.slice(0, text.indexOf('"three"')), 4],
    ['is cut between two', text.slice(0, text.indexOf('{\n      "id": "903"')), 4],
    ['lacks its last brackets', text.slice(0, text.lastIndexOf(']')), 5],
    ['is cut in its head', text.slice(0, text.indexOf('"dateRange"')), 2],
    ['lacks its beginning', text.slice(text.indexOf('"type": "Default"')), 2],
    ['has bytes of something else', `${text.slice(0, text.indexOf('"three"'))}\0\0\0`, 4],
  ])(
    '%s is named with its place, and what comes before and the other files count',
    async (_, broken, read) => {
      const { kinds, codes, samples } = await judged({ 'whole.json': WHOLE, 'z.json': broken });
      expect(codes).toEqual(['EXPORT.FILE_DAMAGED 1']);
      expect(samples).toMatchObject([{ file: expect.stringContaining('z.json'), line: expect.any(Number) }]);
      expect(kinds.messages).toMatchObject({ read: read + 1, imported: read, dropped: { unreadable: 1 } });
    },
  );
});

test('a file alone that is cut is refused, and one without messages has none', async () => {
  const text = document(GENERAL, THREE);
  await expect(judged({ 'a.json': text.slice(0, -60) })).rejects.toThrow('SOURCE.TRUNCATED');
  expect((await judged({ 'a.json': document(GENERAL, []) })).kinds).toMatchObject({
    conversations: { read: 1 },
  });
});

test('rows that cannot be taken are named, each alone', async () => {
  const { kinds, codes } = await judged({
    'a.json': document(GENERAL, [
      ...THREE,
      message(4, ANN, 'no id', { id: null }),
      message(5, ANN, 'no time', { timestamp: null }),
      message(6, ANN, 'bad time', { timestamp: '2025-13-45T99:99:99Z' }),
      7,
      null,
      'x',
      [1],
    ]),
    'b.json': document({ ...GENERAL, id: null }, [message(7, ANN, 'nowhere')]),
  });
  expect(codes).toEqual(['EXPORT.CONVERSATION_UNKNOWN 1', 'ROW.FIELD_MISSING 6', 'ROW.TIME_INVALID 2']);
  expect(kinds).toMatchObject({
    conversations: { read: 2, imported: 1, dropped: { unreadable: 1 } },
    messages: { read: 11, imported: 3 },
  });
});

test('null, missing and odd members cost nobody a message; numbers are ids, too', async () => {
  const bare = { id: 910, timestamp: at(10), content: 'bare', author: { id: 11, name: 'Ann' } };
  const nulls: Row = Object.fromEntries(
    Object.keys(message(1, ANN, '')).map((name) => [name, null] as const),
  );
  await using here = await discordHere({
    'a.json': document({ id: 51, type: 0, name: 'general', categoryId: 1 }, [
      bare,
      { ...nulls, id: '911', timestamp: at(11), content: 'nulls' },
      message(12, ANN, 'odd', {
        attachments: {},
        embeds: 'x',
        stickers: [null],
        reactions: [7],
        mentions: [null, 'a'],
      }),
      message(13, { id: null, name: 'Nameless' } as Row, 'no id'),
      message(14, ANN, 'long', { id: '1389395076710400001' }),
    ]).replace('"1389395076710400001"', '1389395076710400001'),
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  expect((await shown(here)).map(({ muid, from, text }) => [muid, from, text])).toEqual([
    ['51:910', '11', 'bare'],
    ['51:911', 'system', 'nulls'],
    ['51:912', '11', 'odd'],
    ['51:913', expect.stringMatching(/^author-nameless-/), 'no id'],
    ['51:1389395076710400001', '11', 'long'],
  ]);
});

test('messages of two channels may have the same id, and a reply may answer what no export has', async () => {
  const other = { ...GENERAL, id: '52', name: 'other' };
  const reply = message(2, BEN, 'yes', { type: 'Reply', reference: { messageId: '1', channelId: '52' } });
  const files = {
    'a.json': document(GENERAL, [message(1, ANN, 'here')]),
    'b.json': document(other, [message(1, BEN, 'there'), reply]),
  };
  await using here = await discordHere(files, { rest: 'policies: { threads: write }' });
  const { result } = await here.json('run', '--yes', '--allow-notifications');
  expect((await shown(here)).map(({ to, text }) => `${to} ${text}`).sort()).toEqual([
    '51 here',
    '52 there',
    '52 yes',
  ]);
  expect(result.export?.kinds.replies).toMatchObject({ read: 1, dropped: { rootMissing: 1 } });
});

test('an author who is neither of the two people of direct messages makes a group of them', async () => {
  await using here = await discordHere({
    'dm.json': document(direct('55', 'Ben'), [
      message(1, ANN, 'hi'),
      message(2, BEN, 'ho'),
      message(3, { id: '19', name: 'App', isBot: true }, 'x'),
    ]),
  });
  const { exitCode } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(new Set((await shown(here)).map(({ to }) => to)).size).toBe(1);
});

describe('other formats of the exporter are refused with what to export instead:', () => {
  const FORMS = {
    'general.csv':
      'AuthorID,Author,Date,Content,Attachments,Reactions\n"11","Ann","01/01/2026 00:00","hi","",""\n',
    'general.html': '<!DOCTYPE html><html lang=en><head><style>.chatlog__message{}</style></head></html>',
    'general.txt': `${'='.repeat(62)}\nGuild: Kites\nChannel: Text / general\n${'='.repeat(62)}\n`,
  };

  test.each(Object.entries(FORMS))('%s', async (name, text) => {
    for (const system of ['auto', 'discord']) {
      await using here = await discordHere({ [name]: text }, { system });
      const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('EXPORT.FORM_UNSUPPORTED')]);
      expect(stderr).toContain('--format Json');
    }
    await using here = await discordHere({ [name]: text });
    const init = await runHere(['init', `${here.folder}/export/${name}`, '--out', `${here.folder}/a.yaml`]);
    expect(init.stderr).toContain('--format Json');
  });

  test('a fork with people apart from its messages', async () => {
    const text = document(GENERAL, THREE).replace('{', '{ "mod": { "normal": true, "extended": false },');
    await expect(judged({ 'a.json': text })).rejects.toThrow('EXPORT.FORM_UNSUPPORTED');
    const plain = text.replace('"normal": true', '"normal": false');
    expect((await judged({ 'a.json': plain })).kinds.messages).toMatchObject({ read: 3, imported: 3 });
  });

  test('beside JSON they are left alone, and beside other data nothing is said of them', async () => {
    expect((await judged({ 'a.json': WHOLE, ...FORMS })).kinds.messages).toMatchObject({ read: 2 });
    await using other = await discordHere({ 'prices.csv': 'sku,price\na,1\n', ...FORMS });
    const { stderr } = await runHere(['validate', other.pipeline]);
    expect(stderr).toContain('EXPORT.UNKNOWN');
  });
});

test('an export of another system is refused, and this one where another is declared', async () => {
  await using here = await discordHere({ 'a.json': WHOLE }, { system: 'sendbird' });
  const { stderr } = await runHere(['validate', here.pipeline]);
  expect(stderr).toContain('EXPORT.OTHER_SYSTEM');
  expect(stderr).toContain('system: discord');
});
