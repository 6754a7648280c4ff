import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesHere } from '../../e2e/sources/sources-here.ts';
import { rowsOfPipeline } from '../../support/rows-of-pipeline.ts';

const LOG = {
  name: 'log.csv',
  text: 'id,kind,at\n1,room,2024-05-01T09:00:00Z\n2,direct,2024-05-01T09:01:00Z\n',
};
const MORE = { name: 'log.csv', text: `${LOG.text}3,system,2024-05-01T09:02:00Z\n` };

/** Two sources of one file; the second one takes whatever the first one does not. */
const twoOf = (first: string, second: string, where = ''): string => `sources:
  messages:
    - { path: log.csv, where: { kind: room }, map: { muid: id, sentAt: at }${first} }
    - { path: log.csv, map: { muid: { template: "dm-{id}" }, sentAt: at }${where}${second} }
`;

const ids = (told: string): readonly string[] =>
  told
    .trim()
    .split('\n')
    .map((line) => /"muid":"([^"]+)"/.exec(line)?.[1] ?? (line.split(' ')[1] as string));

const ways = ['', ', order: newestFirst', ', order: byTime', ', onDuplicate: last', ', transform: ./same.ts'];
const same = { name: 'same.ts', text: 'export default (row: object) => row;\n' };

test.each(ways.flatMap((first) => ways.map((second) => [first, second])))(
  'a row of a file that two sources name belongs to the first that takes it%s%s',
  async (first, second) => {
    if ((first === ways[4]) !== (second === ways[4])) return;
    const files = [MORE, same];
    const all = ids(await rowsOfPipeline(twoOf(first, second), files));
    expect([...all].sort()).toEqual(['1', 'dm-2', 'dm-3']);
    const where = ', where: { kind: [direct, room] }';
    const some = ids(await rowsOfPipeline(twoOf(first, second, where), files));
    expect([...some].sort()).toEqual(['1', 'dm-2', 'where']);
  },
);

test('a row that cannot be read is read once, though two sources name its file', async () => {
  const broken = { name: 'log.csv', text: `${LOG.text}4\n` };
  const told = ids(await rowsOfPipeline(twoOf('', ', order: newestFirst'), [broken]));
  expect([...told].sort()).toEqual(['1', 'CSV.COLUMNS_MISMATCH', 'dm-2']);
});

test('rows come in the order of the list, whether they are read where they are or from a table', async () => {
  const file = (name: string) => ({ name: `${name}.csv`, text: `id\n${name}-1\n${name}-2\n` });
  const yaml = `sources:
  messages:
    - { path: a.csv, map: { muid: id }, order: newestFirst }
    - { path: b.csv, map: { muid: id } }
    - { path: c.csv, map: { muid: id }, order: newestFirst }
    - { path: d.csv, map: { muid: id } }
`;
  const told = await rowsOfPipeline(yaml, ['a', 'b', 'c', 'd'].map(file));
  expect(ids(told)).toEqual(['a-2', 'a-1', 'b-1', 'b-2', 'c-2', 'c-1', 'd-1', 'd-2']);
});

test('newestFirst is about its own source, also where the list becomes one table', async () => {
  const file = (name: string) => ({ name: `${name}.csv`, text: `id\n${name}-1\n${name}-2\n` });
  const yaml = `sources:
  messages:
    - { path: a.csv, map: { muid: id } }
    - { path: b.csv, map: { muid: id }, order: newestFirst, onDuplicate: first }
`;
  expect(ids(await rowsOfPipeline(yaml, ['a', 'b'].map(file)))).toEqual(['a-1', 'a-2', 'b-2', 'b-1']);
});

test.each(['order: byTime', 'order: newestFirst', 'onDuplicate: first'])(
  'one empty file among others is a warning with %s, too',
  async (rule) => {
    const yaml = `sources:
  messages:
    - { path: a.ndjson, map: { muid: id, sentAt: at }, ${rule} }
    - { path: b.ndjson, map: { muid: id, sentAt: at }, ${rule} }
`;
    const files = [
      { name: 'a.ndjson', text: '' },
      { name: 'b.ndjson', text: '{"id":"b-1","at":1709287200}\n' },
    ];
    expect(ids(await rowsOfPipeline(yaml, files))).toEqual(['a.ndjson:', 'b-1']);
  },
);

test('each row of a table is filled by its own source, also behind a derived one', async () => {
  const yaml = `sources:
  users:
    - { from: messages, key: sender }
    - { path: a.csv, map: { uid: id, name: { template: "a {id}" } }, onDuplicate: first }
    - { path: b.csv, map: { uid: id, name: { template: "b {id}" } } }
  messages: { path: log.csv, map: { muid: id, sender: id } }
`;
  const files = [
    { name: 'a.csv', text: 'id\nx\ny\n' },
    { name: 'b.csv', text: 'id\ny\nz\n' },
    { name: 'log.csv', text: 'id\nx\nw\n' },
  ];
  expect((await rowsOfPipeline(yaml, files)).split('\n').filter((line) => line.startsWith('users'))).toEqual([
    'users {"uid":"x","name":"a x"}',
    'users {"uid":"y","name":"a y"}',
    'users onDuplicate',
    'users {"uid":"z","name":"b z"}',
    'users {"uid":"w","name":"w"}',
  ]);
});

const messages = '  messages: { path: log.csv, map: { muid: id, sender: id } }\n';

test.each([
  ['a key that is no field', 'users: { from: messages, key: sendr }', 'CONFIG.INVALID'],
  [
    'a column that no file has',
    'users: { from: messages, key: sender, map: { name: { column: nme } } }',
    'SOURCE.COLUMN_MISSING',
  ],
  ['too many keys', 'users: { from: messages, key: [receiver, sender] }', 'CONFIG.INVALID'],
  ['itself', 'users: { from: users, key: uid }', 'CONFIG.INVALID'],
  ['an entity without a source', 'users: { from: members, key: uid }', 'CONFIG.INVALID'],
])('a source that is derived from %s is refused', async (_, users, code) => {
  expect(await rowsOfPipeline(`sources:\n  ${users}\n${messages}`, [LOG])).toBe(`${code}\n`);
});

test.each([
  ['a condition on a column that no file has', 'where: { knd: room }', 'WHERE.COLUMN_MISSING'],
  ['the same where a table is made', 'where: { knd: room }, order: newestFirst', 'WHERE.COLUMN_MISSING'],
  ['a pattern that fits no cell', 'map: { muid: { from: id, pattern: "x(.)" } }', 'MAP.PATTERN_NEVER'],
  [
    'a looked-up file with a key twice',
    'join: { l: { path: twice.csv, on: { id: id } } }, map: { muid: l.to }',
    'LOOKUP.KEY_REPEATED',
  ],
  [
    'a looked-up file with a row that cannot be read',
    'map: { muid: { from: id, lookup: { file: broken.csv, key: id, value: to } } }',
    'LOOKUP.ROW_INVALID',
  ],
])('%s is refused', async (_, source, code) => {
  const files = [
    LOG,
    { name: 'twice.csv', text: 'id,to\n1,a\n1,b\n' },
    { name: 'broken.csv', text: 'id,to\n1\n' },
  ];
  const yaml = `sources:\n  messages: { path: log.csv, ${source} }\n`;
  expect(await rowsOfPipeline(yaml, files)).toBe(`${code}\n`);
});

test.each(['asIs', 'newestFirst'])(
  'a pattern that fits a cell of a later file is right, %s',
  async (order) => {
    const yaml = `sources:
  messages: { path: "rooms/*.csv", order: ${order}, map: { muid: id, sender: { from: who, pattern: "^x:(.*)", default: bot } } }
`;
    const files = [
      { name: 'rooms/1.csv', text: 'id,who\n1,ann\n' },
      { name: 'rooms/2.csv', text: 'id,who\n2,x:ben\n' },
    ];
    expect(await rowsOfPipeline(yaml, files)).toBe(
      'messages {"muid":"1","sender":"bot"}\nmessages {"muid":"2","sender":"ben"}\n',
    );
  },
);

test('a row that onDuplicate refuses stands in the rejects file with its cells, and lands once it is corrected', async () => {
  await using here = await sourcesHere({
    files: { 'users.csv': 'uid,name\nann,Ann\nann,Anna\n' },
    sources: '  users: { path: users.csv, onDuplicate: error }',
  });
  expect((await here.run('run', '--yes')).exitCode).toBe(4);
  const path = join(here.state, 'rejects/users.csv');
  const text = await readFile(path, 'utf8');
  expect(text.split('\n')[1]).toMatch(/^ann,Anna,,ROW\.DUPLICATE,/);
  await writeFile(path, text.replace('ann,Anna', 'anna,Anna'));
  expect((await here.run('rejects retry', '--yes')).exitCode).toBe(0);
});
