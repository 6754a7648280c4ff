import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** What a source does not spell out any more: a sync ends, and stops only where a value is gone. */

const MESSAGES = [
  { muid: 'm1', text: 'one', metadata: { a: 1 } },
  { muid: 'm2', text: 'two' },
].map((each, n) => ({
  ...each,
  sender: 'a',
  receiver: 'b',
  receiverType: 'user',
  sentAt: 1_700_000_000 + n,
}));
const CSV = `muid,sender,receiver,receiverType,sentAt,text,metadata
m1,a,b,user,1700000000,one,"{""a"":1}"
m2,a,b,user,1700000001,two,
`;
type Row = Readonly<Record<string, unknown>>;
const ndjson = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const SOURCES = '  messages: { path: "all/messages.*" }\nreferences: open\nsync: {}';

const write = ({ folder }: ServiceHere, ending: string, text: string): void => {
  for (const each of ['csv', 'ndjson']) rmSync(join(folder, `all/messages.${each}`), { force: true });
  writeFileSync(join(folder, `all/messages.${ending}`), text);
};

async function migrated(rows: readonly Row[]): Promise<ServiceHere> {
  const here = await serviceHere({
    files: { 'users.csv': 'uid,name\na,A\nb,B\n', 'all/messages.ndjson': ndjson(rows) },
    rest: SOURCES,
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  here.requests.length = 0;
  return here;
}

const writesOf = ({ requests }: ServiceHere): readonly string[] =>
  requests.filter((each) => !each.startsWith('GET '));

test('objects become a table: the same content is sent once', async () => {
  await using here = await migrated(MESSAGES);
  write(here, 'csv', CSV);
  expect((await here.json('run', '--yes')).result).toMatchObject({
    exitCode: 0,
    warnings: [],
    entities: { messages: { unchanged: 2, rejected: 0 } },
  });
  expect(writesOf(here)).toEqual([]);
});

test('content within data is spelled out as columns: nothing is gone', async () => {
  await using here = await migrated(
    MESSAGES.map(({ text, metadata, ...row }) => ({ ...row, data: { text, metadata } })),
  );
  write(here, 'csv', CSV);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(writesOf(here)).toEqual([]);
});

test('a category and a type that no object has any more stop the sync, also where they say the default', async () => {
  await using here = await migrated(MESSAGES.map((row) => ({ ...row, category: 'message', type: 'text' })));
  write(here, 'ndjson', ndjson(MESSAGES));
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect(exitCode).toBe(11);
  expect(stderr).toContain('category is missing, 2 of 2 rows had a value in the last sync run');
  expect(stderr).toContain('type is missing, 2 of 2 rows had a value in the last sync run');
  expect(writesOf(here)).toEqual([]);
  const [, id = ''] = /--confirm (\w+)/.exec(stderr) ?? [];
  expect((await here.json('run', '--confirm', id)).exitCode).toBe(0);
  expect(writesOf(here)).toEqual([]);
});

test('content that no column can have, and that is gone, stops the sync', async () => {
  await using here = await migrated(
    MESSAGES.map(({ text, metadata: _, ...row }) => ({
      ...row,
      data: { text, customData: { place: text } },
    })),
  );
  write(here, 'ndjson', ndjson(MESSAGES));
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect(exitCode).toBe(11);
  expect(stderr).toContain('data is missing, 2 of 2 rows had a value in the last sync run');
  expect(writesOf(here)).toEqual([]);
});
