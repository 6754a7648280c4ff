import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explodedColumns, explodeRow } from '../../../../src/input/sources/explode.ts';

test.each<[string, unknown, readonly unknown[]]>([
  ['an array', ['a', 'b'], ['a', 'b']],
  ['objects', [{ id: 1 }, { id: 2 }], [{ id: 1 }, { id: 2 }]],
  ['a text that is a JSON array', ' ["a", 12345678901234567890]', ['a', 12345678901234567890n]],
  ['one value', 7, [7]],
  ['one object', { id: 1 }, [{ id: 1 }]],
  ['a text that is no JSON', '[a', ['[a']],
  ['no element', [], []],
  ['no value', null, []],
  ['an empty text', '', []],
  ['no member', undefined, []],
])('%s gives a row for each element, under the name of the column', (_, value, elements) => {
  const row = value === undefined ? { guid: 'g' } : { guid: 'g', members: value };
  expect(explodeRow(row, undefined, 'members')).toEqual(elements.map((members) => ({ guid: 'g', members })));
});

test('a dotted path changes the nested member, unless the row has a member of that whole name', () => {
  const row = { channel: { id: 'c', members: ['a', 'b'] } };
  expect(explodeRow(row, undefined, 'channel.members')).toEqual([
    { channel: { id: 'c', members: 'a' } },
    { channel: { id: 'c', members: 'b' } },
  ]);
  expect(explodeRow({ ...row, 'channel.members': [1] }, undefined, 'channel.members')).toEqual([
    { ...row, 'channel.members': 1 },
  ]);
  expect(row.channel.members).toEqual(['a', 'b']);
});

test('a CSV cell with a separator gives CSV rows, without blanks and empty parts', () => {
  const spec = { column: 'members', split: ';' };
  const columns = ['guid', 'members'];
  expect(explodedColumns(columns, spec)).toEqual(columns);
  expect(explodeRow(['g', 'a; b;;'], columns, spec)).toEqual([
    ['g', 'a'],
    ['g', 'b'],
  ]);
  expect(explodeRow(['g', ''], columns, spec)).toEqual([]);
});

test('a CSV cell that holds a JSON array gives objects, so that elements have paths', () => {
  const columns = ['guid', 'members'];
  expect(explodedColumns(columns, 'members')).toBeUndefined();
  expect(explodeRow(['g', '[{"id":1},"b"]'], columns, 'members')).toEqual([
    { guid: 'g', members: { id: 1 } },
    { guid: 'g', members: 'b' },
  ]);
});

test('a text in a JSON row is split as well', () => {
  const spec = { column: 'tags', split: ',' };
  expect(explodeRow({ tags: 'a,b' }, undefined, spec)).toEqual([{ tags: 'a' }, { tags: 'b' }]);
  expect(explodeRow({ tags: ['a,b'] }, undefined, spec)).toEqual([{ tags: 'a,b' }]);
});

test('a column that the file does not have is an error with the likely name', () => {
  expect(() => explodedColumns(['guid', 'members'], 'member')).toThrow(
    /no column "member", did you mean members/,
  );
});

test('whatever the row, nothing but the column changes, and there are as many rows as elements', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()), (row, elements) => {
      const whole = { ...row, members: elements };
      const rows = explodeRow(whole, undefined, 'members');
      expect(rows).toEqual(elements.map((members) => ({ ...whole, members })));
    }),
  );
});
