import { describe, expect, test } from 'vitest';
import { lookupId } from '../../../../src/input/rows/mapping.ts';
import { csvFieldOf, fieldOf, mappingOf } from './mapped.ts';

const stepped = (as: string, cell: unknown): unknown =>
  fieldOf(`metadata.x: { from: cell, as: ${as} }`, { cell });

describe('the steps', () => {
  test.each([
    ['trim', '  a b ', 'a b'],
    ['lower', 'ÀB', 'àb'],
    ['upper', 'àb', 'ÀB'],
    ['nfc', 'e\u0301', '\u00e9'],
    ['digits', '+49 (30) 12-34', '49301234'],
    ['digits', 'none', undefined],
    ['number', '42', 42],
    ['number', '-1.5e3', -1500],
    ['number', '12345678901234567890', JSON.parse('12345678901234567890')],
    ['number', '007', 'ROW.FIELD_TYPE'],
    ['number', '1,5', 'ROW.FIELD_TYPE'],
    ['number', '1e999', 'ROW.FIELD_TYPE'],
    ['boolean', 'Yes', true],
    ['boolean', 't', true],
    ['boolean', 0, false],
    ['boolean', 'no', false],
    ['boolean', 'maybe', 'ROW.FIELD_TYPE'],
    ['json', '{"a":[1]}', { a: [1] }],
    ['json', '{a:1}', 'ROW.JSON_INVALID'],
    ['split', 'a| b||c', ['a', 'b', 'c']],
    ['split', ' | ', undefined],
    ['emptyToNothing', ' \t', undefined],
    ['emptyToNothing', ' a ', ' a '],
    ['[trim, emptyToNothing]', '   ', undefined],
    ['[lower, upper]', 'aB', 'AB'],
    ['trim', [' a ', '', ' b'], ['a', 'b']],
    ['trim', { a: 1 }, 'ROW.FIELD_TYPE'],
    ['lower', true, 'true'],
    ['upper', null, undefined],
  ])('%s of %j', (as, cell, expected) => {
    const value = stepped(as, cell);
    // A number of any size keeps its digits.
    if (as === 'number' && typeof cell === 'string' && cell.length > 16)
      expect(JSON.stringify(value)).toBe(cell);
    else expect(value).toEqual(expected);
  });

  test('split takes a separator of any length', () => {
    expect(fieldOf('tags: { from: a, as: { split: ", " } }', { a: 'x, y' })).toEqual(['x', 'y']);
    expect(fieldOf('tags: { from: a, as: [{ split: ";" }, upper] }', { a: 'x;y' })).toEqual(['X', 'Y']);
  });

  test('an id that slug or hash has made is never a number that lost digits', () => {
    expect(csvFieldOf('sender: { from: a, as: slug }', { a: '1152170477e2' })).toBe('1152170477e2');
    expect(csvFieldOf('sender: a', { a: '1152170477e2' })).toBe('ID.PRECISION_LOST');
    expect(fieldOf('sender: { from: a, as: slug }', { a: 12345678901234567890n })).toBe(
      '12345678901234567890',
    );
  });

  test('a number that a spreadsheet or a program has rounded makes no id', () => {
    expect(csvFieldOf('sender: { from: a, as: slug }', { a: '1.23457E+15' })).toBe('ID.PRECISION_LOST');
    expect(fieldOf('sender: { from: a, as: slug }', { a: 1.5e300 })).toBe('ID.PRECISION_LOST');
  });

  test('half of a surrogate pair makes no id: two such texts would be the same one', () => {
    expect(fieldOf('sender: { from: a, as: slug }', { a: 'x\ud83d' })).toBe('ROW.TEXT_MALFORMED');
  });
});

describe('pattern', () => {
  test.each([
    ['^(\\d+)-', '12-ab', '12'],
    ['[a-z]+', '12-ab', 'ab'],
    ['(x)?ab', '12-ab', 'ab'],
    ['^zz', '12-ab', undefined],
    ['(?i)AB', '12-ab', 'ab'],
  ])('%s on %s finds %s', (pattern, cell, expected) => {
    expect(fieldOf(`text: { from: a, pattern: ${JSON.stringify(pattern)} }`, { a: cell })).toBe(expected);
  });

  test('a pattern that makes other engines backtrack for years ends at once', () => {
    const started = performance.now();
    expect(fieldOf('text: { from: a, pattern: "^(a+)+$" }', { a: `${'a'.repeat(50_000)}!` })).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(30_000);
  });

  test('a pattern that has matched no cell is told, with the first cell', () => {
    const mapping = mappingOf('text: { from: a, pattern: "^x" }', ['a']);
    expect(mapping.patterns()).toEqual([]);
    mapping(['']);
    expect(mapping.patterns()).toEqual([]);
    mapping(['b']);
    mapping(['c']);
    expect(mapping.patterns()).toMatchObject([
      { field: 'text', pattern: '^x', cell: 'b', hasMatched: false },
    ]);
    mapping(['x']);
    expect(mapping.patterns()).toMatchObject([{ hasMatched: true }]);
  });
});

describe('values, lookup, default', () => {
  const spec = { file: 'people.csv', key: 'email', value: 'id' };
  const table = new Map<string, unknown>([['ann@x.org', 'u1']]);
  const lookups = new Map([[lookupId(spec), { size: 1, digest: 'd', get: (key: string) => table.get(key) }]]);
  const lookup = 'lookup: { file: people.csv, key: email, value: id }';

  test('values renames after the steps; a value that is not listed is refused or has the default', () => {
    const map = (rest: string): string =>
      `scope: { from: a, as: lower, values: { admin: moderator }${rest} }`;
    const options = { entity: 'members' } as const;
    expect(fieldOf(map(''), { a: 'ADMIN' }, options)).toBe('moderator');
    expect(fieldOf(map(''), { a: 'boss' }, options)).toBe('ROW.VALUE_UNMAPPED');
    expect(fieldOf(map(', default: participant'), { a: 'boss' }, options)).toBe('participant');
    expect(fieldOf(map(', default: participant'), {}, options)).toBe('participant');
    expect(fieldOf(map(''), {}, options)).toBeUndefined();
  });

  test('lookup takes the value of another file, after the steps and before then', () => {
    const map = (rest: string): string => `sender: { from: a, as: [trim, lower], ${lookup}${rest} }`;
    expect(fieldOf(map(''), { a: ' ANN@x.org' }, { lookups })).toBe('u1');
    expect(fieldOf(map(', then: upper'), { a: 'ann@x.org' }, { lookups })).toBe('U1');
    expect(fieldOf(map(''), { a: 'bob@x.org' }, { lookups })).toBe('ROW.LOOKUP_MISSING');
    expect(fieldOf(map(', default: nobody'), { a: 'bob@x.org' }, { lookups })).toBe('nobody');
    expect(fieldOf(map(''), { a: '' }, { lookups })).toBeUndefined();
  });

  test('a step that cannot read a value is a problem, also where there is a default', () => {
    expect(fieldOf('metadata.x: { from: a, as: number, default: 0 }', { a: 'ten' })).toBe('ROW.FIELD_TYPE');
    expect(fieldOf('metadata.x: { from: a, as: number, default: 0 }', { a: '' })).toBe(0);
  });

  test('the time is read last', () => {
    const map = 'sentAt: { from: a, pattern: "at (.+)$", time: "dd/MM/yyyy", zone: UTC }';
    expect(fieldOf(map, { a: 'at 01/02/2024' })).toBe(Date.UTC(2024, 1, 1) / 1000);
  });
});

describe("an app's own ids", () => {
  const idMap = {
    users: new Map([
      ['Ann Lee', 'ann'],
      ['U7', 'u-seven'],
    ]),
    groups: new Map([['General', 'lobby']]),
  };

  test('win over slug and hash, by the text of the cell or by what the steps before made of it', () => {
    expect(fieldOf('sender: { from: a, as: slug }', { a: 'Ann Lee' }, { idMap })).toBe('ann');
    expect(fieldOf('sender: { from: a, as: [trim, slug] }', { a: ' Ann Lee ' }, { idMap })).toBe('ann');
    expect(fieldOf('sender: { from: a, as: hash }', { a: 'Ann Lee' }, { idMap })).toBe('ann');
    expect(fieldOf('sender: a', { a: 'U7' }, { idMap })).toBe('u-seven');
    expect(fieldOf('uid: { from: uid, as: slug }', { uid: 'Ann Lee' }, { idMap, entity: 'users' })).toBe(
      'ann',
    );
  });

  test('of a receiver are those of groups or of users, as the row says', () => {
    const map = (type: string): string =>
      `{ receiver: { from: a, as: slug }, receiverType: { const: ${type} } }`;
    expect(fieldOf(map('group'), { a: 'General' }, { idMap })).toBe('lobby');
    expect(fieldOf(map('user'), { a: 'General' }, { idMap })).toMatch(/^general-/);
    expect(fieldOf(map('user'), { a: 'Ann Lee' }, { idMap })).toBe('ann');
  });

  test('stand in the mentions of a Slack text', () => {
    expect(fieldOf('text: { from: a, as: slackToMarkdown }', { a: 'hi <@U7>' }, { idMap })).toBe(
      'hi <@uid:u-seven>',
    );
  });
});
