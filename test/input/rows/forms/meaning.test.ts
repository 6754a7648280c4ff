import { describe, expect, test } from 'vitest';
import { lookupId, lookupsOf, mappedColumns } from '../../../../src/input/rows/mapping.ts';
import { mappingOf } from './mapped.ts';

const meaning = (map: string, context = {}): string =>
  JSON.stringify(mappingOf(map, ['muid', 'a', 'text', 'sentAt'], context).meaning);

describe('what the bytes of a record mean', () => {
  test('of a plain map is the list of its fields, as it has always been: a sync sees the same records', () => {
    expect(meaning('{ sender: { from: a, values: { x: y } }, receiverType: { const: group } }')).toBe(
      '[{"field":"muid","kind":"key","source":"muid"},{"field":"sender","kind":"id","source":{"from":"a","values":{"x":"y"}}},{"field":"receiverType","kind":"text","source":{"const":"group"}},{"field":"sentAt","kind":"time","source":"sentAt"},{"field":"text","kind":"text","source":"text"}]',
    );
    expect(mappingOf('{ sender: { template: "u-{a}" } }', ['a']).isPlain).toBe(true);
  });

  test('changes with a form, with a condition, with the folder, with a table and with an id map', () => {
    const spec = { file: 'x.csv', key: 'k', value: 'v' };
    const table = (digest: string) => ({
      lookups: new Map([[lookupId(spec), { size: 0, digest, get: () => undefined }]]),
    });
    const lookup = '{ sender: { from: a, lookup: { file: x.csv, key: k, value: v } } }';
    const all = [
      meaning('{ sender: a }'),
      meaning('{ sender: { from: a, as: slug } }'),
      meaning('{ sender: { from: a, as: [trim, slug] } }'),
      meaning('{ sender: a }', { where: { a: 'x' } }),
      meaning('{ sender: a }', { since: '2024-01-01' }),
      meaning('{ sender: $dir }', { constants: { $dir: 'one' } }),
      meaning('{ sender: $dir }', { constants: { $dir: 'two' } }),
      meaning(lookup, table('one')),
      meaning(lookup, table('two')),
      meaning('{ sender: a }', { idMap: { users: new Map([['x', 'y']]) } }),
      meaning('{ sender: a }', { idMap: { users: new Map([['x', 'z']]) } }),
      meaning('{ text: null }'),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  test('does not change with a folder that no field uses', () => {
    expect(meaning('{ sender: a }', { constants: { $dir: 'one' } })).toBe(meaning('{ sender: a }'));
  });
});

describe('the columns and tables that a map names', () => {
  test('are those of every form, each once', () => {
    const lookup = { file: 'p.csv', key: 'k', value: 'v' };
    const map = {
      a: 'one',
      b: null,
      c: { const: 'x' },
      d: { template: '{two} {{no}} {one}' },
      e: { first: ['three', 'p.four'] },
      f: { hash: ['$dir', 'five'], perEqualRow: true },
      g: { other: 'six', than: 'seven', lookup },
      h: { url: { from: 'eight', lookup }, name: 'nine' },
    };
    expect(mappedColumns(map)).toEqual([
      'one',
      'two',
      'three',
      'p.four',
      '$dir',
      'five',
      'six',
      'seven',
      'eight',
      'nine',
    ]);
    expect(lookupsOf(map)).toEqual([lookup]);
  });
});
