import { expect, test } from 'vitest';
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
