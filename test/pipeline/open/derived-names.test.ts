import { expect, test } from 'vitest';
import { sourcesHere } from '../../e2e/sources/sources-here.ts';

const FILES = {
  'rooms/Tea/1.ndjson': [
    { id: 1, who: 'U1', nick: 'Ann', text: 'one' },
    { id: 2, who: 'U2', text: 'two' },
    { id: 3, who: 'U1', nick: 'Anna', text: 'three' },
  ]
    .map((row) => JSON.stringify(row))
    .join('\n'),
};

const SOURCES = `
  messages:
    path: rooms/*/*.ndjson
    order: byTime
    map:
      muid: id
      sender: { from: who, as: lower }
      receiver: { from: $path, as: hash }
      receiverType: { const: group }
      sentAt: { const: 1700000000 }
  users: { from: messages, key: sender, map: { name: { column: nick, prefer: last } } }
  groups: { from: messages, key: receiver, map: { name: { column: $dir } } }
`;

test('a name that no row has is the cell of the key; a name may be a pseudo column of a prepared table', async () => {
  await using here = await sourcesHere({ files: FILES, sources: SOURCES });
  const { result } = await here.json('run', '--yes');
  expect(result.problems).toEqual([]);
  expect(result.warnings).toEqual([
    expect.stringMatching(/^1 group has no type, so it is created as private/),
  ]);
  const named = async (path: string): Promise<unknown[]> =>
    (await Array.fromAsync(here.reader.list(path))).map(({ name }) => name).sort();
  expect([await named('/users'), await named('/groups')]).toEqual([['Anna', 'U2'], ['Tea']]);
});
