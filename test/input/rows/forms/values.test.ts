import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { csvFieldOf, fieldOf, mappingOf } from './mapped.ts';

const sha = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

describe('where a value comes from', () => {
  test('first takes the first column with a value; blank cells and null have none', () => {
    expect(csvFieldOf('text: { first: [a, b, c] }', { a: '', b: 'two', c: 'three' })).toBe('two');
    expect(fieldOf('text: { first: [a, b, c] }', { a: null, c: 'three' })).toBe('three');
    expect(fieldOf('text: { first: [a, b] }', {})).toBeUndefined();
  });

  test.each([
    ['u-{id}', 'u-7'],
    ['{id}{name}', '7Ann'],
    ['{{id}} of {name}', '{id} of Ann'],
    ['{{{id}}}', '{7}'],
    ['a } b { c', 'a } b { c'],
    ['{id} and {gone}', undefined],
  ])('the template %s gives %s', (template, expected) => {
    const map = `text: { template: ${JSON.stringify(template)} }`;
    expect(fieldOf(map, { id: 7, name: 'Ann' })).toBe(expected);
    expect(csvFieldOf(map, { id: '7', name: 'Ann', gone: '' })).toBe(expected);
  });

  test('a template of an id refuses a number that has lost digits', () => {
    expect(fieldOf('sender: { template: "u-{id}" }', { id: 1e21 })).toBe('ID.PRECISION_LOST');
    expect(fieldOf('sender: { template: "u-{id}" }', { id: 12345678901234567890n })).toBe(
      'u-12345678901234567890',
    );
  });

  test('a field set to null is not filled, though a column has its name', () => {
    expect(csvFieldOf('type: null', { type: 'forum_post' })).toBeUndefined();
    expect(fieldOf('type: null', { type: 'forum_post' })).toBeUndefined();
    expect(fieldOf('text: text', { text: 'Hi' })).toBe('Hi');
  });

  test('hash is made of the lengths and bytes of the cells; an empty cell is a hyphen', () => {
    expect(csvFieldOf('muid: { hash: [a, b, c] }', { a: 'Zoë', b: '', c: '1' })).toBe(sha('4:Zoë,-1:1,'));
    expect(fieldOf('muid: { hash: [a, b, c] }', { a: 'Zoë', b: null, c: 1 })).toBe(sha('4:Zoë,-1:1,'));
  });

  test('hash tells apart cells that look the same when joined', () => {
    const hash = (a: string, b: string): unknown => csvFieldOf('muid: { hash: [a, b] }', { a, b });
    const all = [hash('ab', 'c'), hash('a', 'bc'), hash('', 'abc'), hash('-', 'abc'), hash('1:a,', 'b')];
    expect(new Set(all).size).toBe(all.length);
  });

  test('the n-th equal row of a file has its number behind the hash', () => {
    const map = 'muid: { hash: [a], perEqualRow: true }';
    expect(csvFieldOf(map, { a: 'x' })).toBe(sha('1:x,'));
    expect(csvFieldOf(map, { a: 'x', $nth: '1' })).toBe(sha('1:x,'));
    expect(csvFieldOf(map, { a: 'x', $nth: '2' })).toBe(`${sha('1:x,')}-2`);
    expect(fieldOf(map, { a: 'x', $nth: '12' })).toBe(`${sha('1:x,')}-12`);
  });

  test('the step hash of a column is the form hash of this column', () => {
    expect(fieldOf('sender: { from: a, as: hash }', { a: 'Ann Lee' })).toBe(
      fieldOf('sender: { hash: [a] }', { a: 'Ann Lee' }),
    );
  });

  test.each([
    [['ann', 'bob'], 'ann', 'bob'],
    [['ann', 'ann', 'bob', 'bob'], 'ann', 'bob'],
    ['["ann","bob"]', 'ann', 'bob'],
    ['ann|bob', 'bob', 'ann'],
    [[1, 2], '1', '2'],
    [['ann'], 'ann', 'ROW.OTHER_UNCLEAR'],
    [['ann', 'bob', 'cem'], 'ann', 'ROW.OTHER_UNCLEAR'],
    [[], 'ann', 'ROW.OTHER_UNCLEAR'],
    [null, 'ann', undefined],
  ])('the other of %j than %s is %s', (people, sender, expected) => {
    expect(fieldOf('receiver: { other: people, than: from }', { people, from: sender })).toBe(expected);
  });

  test('a list that is unclear has the default, if there is one', () => {
    const map = 'receiver: { other: people, than: from, default: nobody }';
    expect(fieldOf(map, { people: ['ann'], from: 'ann' })).toBe('nobody');
  });
});

describe('columns of object rows', () => {
  const row = {
    'a.b': 'exact',
    a: { b: 'nested', c: [{ d: 1 }, { d: 2 }, { e: 3 }] },
    list: ['x', ['y', 'z']],
    'odd[': 'kept',
  };

  test.each([
    ['a.b', 'exact'],
    ['a.c[0].d', '1'],
    ['a.c[1].d', '2'],
    ['a.c[7].d', undefined],
    ['list[0]', 'x'],
    ['odd[', 'kept'],
    ['a.c.d', undefined],
    ['a.b.c', undefined],
    ['list.length', undefined],
    ['constructor', undefined],
    ['a.__proto__.b', undefined],
  ])('%s is %j', (path, expected) => {
    expect(fieldOf(`text: ${JSON.stringify(path)}`, row)).toBe(expected);
  });

  test('[*] gives the values of each, without those that have none', () => {
    expect(fieldOf('tags: "a.c[*].d"', row)).toEqual([1, 2]);
    expect(fieldOf('tags: "list[*]"', row)).toEqual(['x', 'y', 'z']);
    expect(fieldOf('tags: "a.c[*].none"', row)).toBeUndefined();
  });

  test('a path uses the member in which it begins: no field needs to take that member', () => {
    const mapping = mappingOf('text: profile.name', undefined);
    expect([...mapping.columns]).toContain('profile');
  });
});

describe('pseudo columns', () => {
  const constants = { $path: 'rooms/General Chat/1.csv', $dir: 'General Chat', $file: '1' };

  test('$path, $dir and $file are the same in every row of a file', () => {
    expect(csvFieldOf('receiver: { from: $dir, as: slug }', { a: '' }, { constants })).toMatch(
      /^general-chat-[0-9a-f]{12}$/,
    );
    expect(fieldOf('text: { template: "{$path} {$file}" }', {}, { constants })).toBe(
      'rooms/General Chat/1.csv 1',
    );
  });

  test('a column of the file with the same name wins', () => {
    expect(csvFieldOf('text: $dir', { $dir: 'kept' }, { constants })).toBe('kept');
    expect(fieldOf('text: $dir', { $dir: 'kept' }, { constants })).toBe('kept');
  });
});
