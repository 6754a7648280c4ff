import { expect, test } from 'vitest';
import { rowsOfPipeline } from '../support/rows-of-pipeline.ts';

/** A file of no bytes among others is said, and decides nothing: wherever it stands, and whatever is made of the rows. */

const ROWS = [
  ['m1', 'ann', '2024-05-01T09:00:00Z', 'hi'],
  ['m2', 'ben', '2024-05-01T08:00:00Z', 'ho'],
  ['m1', 'ann', '2024-05-01T09:00:00Z', 'hi'],
];
const csv = (rows: readonly string[][]): string =>
  `${[['id', 'who', 'at', 'body'], ...rows].map((row) => row.join(';')).join('\n')}\n`;
const ndjson = (rows: readonly string[][]): string =>
  rows.map(([id, who, at, body]) => `${JSON.stringify({ id, who, at, body })}\n`).join('');

const MAP = 'sender: who, receiver: { const: room }, receiverType: { const: group }, sentAt: at, text: body';
const USED = [
  `map: { muid: id, ${MAP} }`,
  `onDuplicate: first, map: { muid: id, ${MAP} }`,
  `onDuplicate: last, map: { muid: id, ${MAP} }`,
  `order: byTime, map: { muid: id, ${MAP} }`,
  `order: newestFirst, map: { muid: id, ${MAP} }`,
  `map: { muid: { hash: [$file, id, body], perEqualRow: true }, ${MAP} }`,
  `map: { muid: { hash: [$file, $line] }, ${MAP} }`,
];
const DERIVED = 'users: { from: messages, key: sender }\n  groups: { from: messages, key: receiver }\n  ';

const warnings = (text: string): string[] =>
  text.split('\n').filter((line) => line.startsWith('! ') && line.includes('empty'));
const rows = (text: string): string[] => text.split('\n').filter((line) => !line.startsWith('! '));

test.each(
  USED.flatMap((used) =>
    ['', DERIVED].flatMap((derived) => [csv, ndjson].map((write) => ({ used, derived, write }))),
  ),
)('$write.name, $derived, $used', async ({ used, derived, write }) => {
  const ending = write === csv ? 'csv' : 'ndjson';
  const yaml = `sources:\n  ${derived}messages: { path: "*.${ending}", ${used} }\n`;
  const full = [
    { name: `2.${ending}`, text: write(ROWS.slice(0, 2)) },
    { name: `4.${ending}`, text: write(ROWS.slice(2)) },
  ];
  const expected = await rowsOfPipeline(yaml, full);
  expect(rows(expected).length).toBeGreaterThan(2);
  for (const places of [[1], [3], [5], [1, 3, 5]]) {
    const empty = places.map((place) => ({ name: `${place}.${ending}`, text: '' }));
    const told = await rowsOfPipeline(yaml, [...full, ...empty]);
    expect([places, rows(told)]).toEqual([places, rows(expected)]);
    const others = places.length > 1 ? ' and 2 other files' : '';
    expect(warnings(told)).toEqual([expect.stringContaining(`${places[0]}.${ending}${others}: it is empty`)]);
  }
});
