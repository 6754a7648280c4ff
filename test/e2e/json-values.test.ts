import { expect, test } from 'vitest';
import { serviceHere } from '../support/service-here.ts';

const DEEP = 200_000;
const brackets = `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
const objects = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`;
const cell = (text: string): string => `"${text.replaceAll('"', '""')}"`;

test.each<[string, string, string, string]>([
  [
    'a row',
    'users.ndjson',
    `{"uid":"ann","name":"Ann"}\n{"uid":"deep","name":"Deep","metadata":{"a":${brackets}}}\n{"uid":"ben","name":"Ben"}\n`,
    'NDJSON.TOO_DEEP',
  ],
  [
    'a row that is longer than a row may be',
    'users.ndjson',
    `{"uid":"ann","name":"Ann"}\n{"uid":"deep","name":"Deep","metadata":${objects}}\n{"uid":"ben","name":"Ben"}\n`,
    'ROW.TOO_LARGE',
  ],
  [
    'a row that is not closed',
    'users.ndjson',
    `{"uid":"ann","name":"Ann"}\n{"uid":"deep","metadata":${'['.repeat(DEEP)}\n{"uid":"ben","name":"Ben"}\n`,
    'NDJSON.TOO_DEEP',
  ],
  [
    'text that is JSON',
    'users.ndjson',
    `{"uid":"ann","name":"Ann"}\n${JSON.stringify({ uid: 'deep', name: 'Deep', metadata: brackets })}\n{"uid":"ben","name":"Ben"}\n`,
    'ROW.JSON_INVALID',
  ],
  [
    'an array of rows',
    'users.ndjson',
    `[\n{"uid":"ann","name":"Ann"},\n{"uid":"deep","name":"Deep","metadata":{"a":${brackets}}},\n{"uid":"ben","name":"Ben"}\n]\n`,
    'NDJSON.TOO_DEEP',
  ],
  [
    'a cell',
    'users.csv',
    `uid,name,metadata\nann,Ann,\ndeep,Deep,${cell(`{"a":${brackets}}`)}\nben,Ben,\n`,
    'ROW.JSON_INVALID',
  ],
])('JSON nested 200,000 levels deep in %s is one rejected row', async (_where, name, text, code) => {
  await using here = await serviceHere({ files: { [name]: text } });
  const begun = performance.now();
  const dry = await here.json('validate');
  const { exitCode, result } = await here.json('run', '--yes');
  expect(performance.now() - begun).toBeLessThan(60_000);
  expect(dry.result.problems.map((problem) => problem.code)).toEqual([code]);
  expect([exitCode, result.entities.users.created, result.entities.users.rejected]).toEqual([4, 2, 1]);
});

test('ids keep every digit, or their row is rejected: nothing lands under a rounded id', async () => {
  const rows = [
    '{"uid":"1154468745624535081","name":"as text"}',
    '{"uid":1154468745624535081,"name":"as a number"}',
    '{"uid":9007199254740991,"name":"as the largest safe number"}',
    '{"uid":9007199254740993,"name":"as the first number beyond"}',
    '{"uid":1.15446874562453E+18,"name":"with an exponent"}',
    '{"uid":"1.15447E+18","name":"from a spreadsheet"}',
    '{"uid":1e400,"name":"beyond every number"}',
    '{"uid":0.5,"name":"a fraction"}',
    '{"uid":"007","name":"leading zeros"}',
    '{"uid":"7","name":"none"}',
    '{"uid":"-0","name":"minus nothing"}',
    '{"uid":0,"name":"nothing"}',
    '{"uid":-0,"name":"minus nothing as a number"}',
  ];
  const message = { sender: '7', receiver: '007', receiverType: 'user', sentAt: 1_700_000_000, text: 'x' };
  const muid = (json: string): string => JSON.stringify({ muid: '', ...message }).replace('""', json);
  const messages = [
    '1154468745624535081',
    '"1154468745624535082"',
    '1154468745624535083',
    '1.5',
    '1e400',
    '"007"',
  ];
  await using here = await serviceHere({
    files: { 'users.ndjson': rows.join('\n'), 'messages.ndjson': messages.map(muid).join('\n') },
  });
  const { result } = await here.json('run', '--yes');
  const users = await Array.fromAsync(here.service.users.list(), ({ uid, name }) => `${uid} ${name}`);
  expect(users.sort()).toEqual([
    '-0 minus nothing',
    '0 nothing',
    '007 leading zeros',
    '1154468745624535081 as text',
    '7 none',
    '9007199254740991 as the largest safe number',
  ]);
  expect(result.problems.map(({ code, count }) => [code, count])).toEqual([['ID.PRECISION_LOST', 9]]);
  const sent = await Array.fromAsync(here.service.messages.list(), (one) => one.muid);
  expect(sent.sort()).toEqual(['007', '1154468745624535081', '1154468745624535082', '1154468745624535083']);
});
