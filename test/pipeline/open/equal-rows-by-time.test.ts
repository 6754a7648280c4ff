import { expect, test } from 'vitest';
import { rowsOfPipeline } from '../../support/rows-of-pipeline.ts';

const SOURCES = `sources:
  users: { from: messages, key: sender }
  groups: { from: messages, key: receiver }
  messages:
    path: log/*.csv
    order: byTime
    map: { muid: { hash: [$file, author, body], perEqualRow: true }, sender: author, receiver: { const: team }, receiverType: { const: group }, sentAt: date, text: body, tags: line }
`;
const HEAD = 'author,date,body,line\n';
const at = (hour: number): string => `2024-01-01T${String(hour).padStart(2, '0')}:00:00Z`;

test('equal rows of a file are numbered in the order of their times, in whatever order the file has them', async () => {
  const row = (hour: number, line: string): string => `ann,${at(hour)},hi,${line}\n`;
  const rows = await rowsOfPipeline(SOURCES, [
    { name: 'log/fell.csv', text: `${HEAD}${row(10, 'a3')}${row(9, 'a2')}${row(8, 'a1')}` },
    { name: 'log/mixed.csv', text: `${HEAD}${row(7, 'b1')}${row(12, 'b3')}${row(11, 'b2')}` },
    { name: 'log/rose.csv', text: `${HEAD}${row(6, 'c1')}ann,,hi,c2\n${row(6, 'c3')}${row(13, 'c4')}` },
  ]);
  const ids = new Map<string, string>();
  for (const line of rows.split('\n').filter((each) => each.startsWith('messages {'))) {
    const { muid, tags } = JSON.parse(line.slice('messages '.length)) as { muid: string; tags: string[] };
    ids.set(tags[0] as string, muid);
  }
  expect([...ids.keys()]).toEqual(['c1', 'c2', 'c3', 'b1', 'a1', 'a2', 'a3', 'b2', 'b3', 'c4']);
  for (const [line, id] of ids) {
    const first = ids.get(`${line[0]}1`) as string;
    expect(id).toBe(line[1] === '1' ? first : `${first}-${line[1]}`);
  }
});
