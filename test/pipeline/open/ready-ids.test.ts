import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Message } from '../../e2e/service-reader.ts';
import { type SourcesHere, sourcesHere } from '../../e2e/sources/sources-here.ts';

const HEAD = 'author,date,body,answers\n';
const FILES = {
  'rooms/Big Room/1.csv': `${HEAD}Änne,2024-01-01T00:00:00Z,hi,\nÄnne,2024-01-01T00:00:00Z,hi,\nbo b,2024-01-01T00:01:00Z,"a ""b""",Ä 1\n`,
  'rooms/lobby/1.csv': `${HEAD}1e5,2024-01-01T00:00:00Z,ok,x\n1.5E+20,2024-01-01T00:01:00Z,lost,\n渡辺,2024-01-01T00:02:00Z,\u0007,\nbob,2024-01-01T00:03:00Z,,\n`,
};

const sources = (order: string): string => `
  messages:
    path: rooms/**/*.csv
    order: ${order}
    map:
      muid: { hash: [$dir, author, date, body], perEqualRow: true }
      sender: { from: author, as: slug }
      receiver: { from: $dir, as: [lower, slug] }
      receiverType: { const: group }
      parentMuid: { from: answers, as: hash }
      sentAt: date
      text: body
  users: { from: messages, key: sender }
  groups: { from: messages, key: receiver, map: { type: { const: public } } }
  members: { from: messages, key: [receiver, sender] }`;

const landed = ({ reader }: SourcesHere): Promise<Message[]> => Array.fromAsync(reader.messages());

/** What a service holds, apart from what it adds itself. */
const shown = (messages: readonly Message[]): unknown[] =>
  messages.map(({ muid, sender, receiver, sentAt, data }) => [muid, sender, receiver, sentAt, untimed(data)]);
/** Users and groups are created when each run writes them. */
const untimed = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data, (name, value: unknown) => (name === 'createdAt' ? undefined : value)));

test.each(['asIs', 'newestFirst', 'byTime'])(
  'ids that a table holds ready are those that each pass would make, %s',
  async (order) => {
    await using ready = await sourcesHere({ files: FILES, sources: sources(order) });
    // With ids of its own, no table holds ids ready.
    await using made = await sourcesHere({
      files: { ...FILES, 'ids.csv': 'entity,source,id\nusers,nobody,nobody\n' },
      sources: sources(order),
      rest: 'idMap: ids.csv',
    });
    for (const command of ['validate', 'run --yes']) {
      const [one = '', ...options] = command.split(' ');
      const [{ result: a }, { result: b }] = [
        await ready.json(one, ...options),
        await made.json(one, ...options),
      ];
      expect(a.entities).toEqual(b.entities);
      expect(a.profile?.files.map(({ columns }) => columns.map(({ name }) => name))).toEqual(
        b.profile?.files.map(({ columns }) => columns.map(({ name }) => name)),
      );
    }
    const messages = await landed(ready);
    expect(shown(messages)).toEqual(shown(await landed(made)));
    expect(messages.map(({ muid }) => muid).filter((muid) => muid.endsWith('-2'))).toHaveLength(1);
  },
);

test('a rejects file has no ready ids, and a corrected cell gives another id', async () => {
  await using here = await sourcesHere({ files: FILES, sources: sources('asIs') });
  await here.run('run', '--yes');
  const rejects = join(here.state, 'rejects/messages.csv');
  const text = await readFile(rejects, 'utf8');
  expect(text).not.toContain('$=');
  await writeFile(rejects, text.replace('bob,2024-01-01T00:03:00Z,,', 'carl,2024-01-01T00:03:00Z,hey,'));
  await here.run('rejects retry', '--yes');
  const messages = await landed(here);
  expect(messages.some(({ data }) => data['text'] === 'hey')).toBe(false);
  expect(await readFile(rejects, 'utf8')).toContain('REFERENCE');
});

test.each(['asIs', 'newestFirst', 'byTime'])(
  'a hash of the file and the line is another one for each row, %s',
  async (order) => {
    const lines = ['ann,hi,1700000000', 'ann,hi,1700000000', 'bob,ho,1700000001'];
    const messages = (more: string): string => `
  messages:
    path: "*.csv"
    order: ${order}
    map:
      muid: { hash: [$file, $line]${more} }
      sender: { from: who, as: slug }
      receiver: { const: tea }
      receiverType: { const: group }
      sentAt: at
      text: body
  users: { from: messages, key: sender }
  groups: { from: messages, key: receiver }`;
    const found: string[][] = [];
    for (const more of ['', ', perEqualRow: true']) {
      await using here = await sourcesHere({
        files: {
          'a.csv': `who,body,at\n${lines.join('\n')}\n`,
          'b.csv': `who,body,at\n${lines.join('\n')}\n`,
        },
        sources: messages(more),
      });
      const { result } = await here.json('run', '--yes');
      expect(result.problems).toEqual([]);
      found.push((await landed(here)).map(({ muid }) => muid));
    }
    expect(new Set(found[0]).size).toBe(6);
    expect(found[1]).toEqual(found[0]);
  },
);
