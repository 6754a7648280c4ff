import { expect, test } from 'vitest';
import { serviceHere } from '../../../support/service-here.ts';

const LONG = '0.1234567890123456789';
const meta = (number: string): string => `{"uid":"UID","name":"N","metadata":{"deep":[{"share":${number}}]}}`;
const cell = (number: string): string => `UID,N,"{""deep"":[{""share"":${number}}]}"`;
/** Numbers that keep what they say, however it is written. */
const KEPT = [
  '0.5',
  '-0.10',
  '1.50e3',
  '52.520006599999995',
  '0.10000000000000001',
  '0.30000000000000004',
  '9007199254740993',
  '12345678901234.5',
  '1.0',
];
/** Numbers that do not. */
const LOST = [LONG, `-${LONG}`, '12345678.123456789012', '0.99999999999999999999', '9007199254740993.0'];

const rows = (row: (number: string) => string): string[] =>
  [...KEPT, ...LOST].map((number, at) => row(number).replace('UID', `u${at}`));
const FORMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  NDJSON: { 'users.ndjson': `${rows(meta).join('\n')}\n` },
  JSON: { 'users.json': `[\n${rows(meta).join(',\n')}\n]\n` },
  CSV: { 'users.csv': `uid,name,metadata\n${rows(cell).join('\n')}\n` },
};

test.each(Object.entries(FORMS))(
  'a fraction in %s that loses digits on the wire is said by the dry run and by the run; others are not',
  async (_form, files) => {
    await using here = await serviceHere({ files });
    const { exitCode, result } = await here.json('validate');
    expect(exitCode).toBe(0);
    const [notice, ...others] = result.notices;
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ code: 'ROW.DIGITS_LOST', count: LOST.length });
    expect(notice?.samples.map(({ key }) => key)).toEqual(LOST.map((_, at) => `u${KEPT.length + at}`));
    expect(result.notCarried).toEqual({ 'users.digits': LOST.length });
    const run = await here.json('run', '--yes');
    expect(run.exitCode).toBe(0);
    expect(run.result.entities.users).toMatchObject({ created: KEPT.length + LOST.length });
    expect(run.result.notCarried).toEqual(result.notCarried);
  },
);

test('also through a prepared table, a member that is a column, and the step number', async () => {
  const row = (share: string) => `{"uid":"u","name":"N","share":${share},"metadata.part":${share}}\n`;
  const of = (file: string, map: string) =>
    `  users: { path: ${file}, onDuplicate: last, map: { uid: uid, name: name, ${map} } }`;
  const read = async (files: Readonly<Record<string, string>>, rest: string) => {
    await using here = await serviceHere({ files, rest });
    return (await here.json('validate')).result.notCarried;
  };
  const objects = { 'people.ndjson': row(LONG) };
  expect(await read(objects, of('people.ndjson', 'metadata.share: share'))).toEqual({ 'users.digits': 1 });
  expect(await read({ 'people.ndjson': row('0.25') }, of('people.ndjson', 'metadata.share: share'))).toEqual(
    {},
  );
  const cells = { 'people.csv': `uid,name,share\nu,N,${LONG}\n` };
  const step = 'metadata.share: { from: share, as: number }';
  expect(await read(cells, of('people.csv', step))).toEqual({ 'users.digits': 1 });
  // A text keeps its digits.
  expect(await read(cells, of('people.csv', 'metadata.share: share'))).toEqual({});
});

test('messages: a repeat counts once, and a run that finds the message there loses nothing', async () => {
  const message = `{"muid":"m","sender":"a","receiver":"b","receiverType":"user","sentAt":1717200000,"text":"t","metadata":{"x":${LONG}}}\n`;
  const users = '{"uid":"a","name":"A"}\n{"uid":"b","name":"B"}\n';
  await using here = await serviceHere({
    files: { 'users.ndjson': users, 'messages.ndjson': message + message },
  });
  const { result } = await here.json('validate');
  expect(result.notices.find(({ code }) => code === 'ROW.DIGITS_LOST')?.count).toBe(1);
  expect(result.notCarried).toEqual({ 'messages.digits': 1 });
  expect((await here.json('run', '--yes')).result.notCarried).toEqual(result.notCarried);
});
