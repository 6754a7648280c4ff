import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entities } from '../../../../src/input/entities/entities.ts';
import { type Conditions, compileMapping, whereColumns } from '../../../../src/input/rows/mapping.ts';

type Cells = Readonly<Record<string, unknown>>;

const compiled = (where: Conditions, columns?: readonly string[], context = {}) =>
  compileMapping(entities.messages, {}, columns, { where, ...context });
const takes = (where: Conditions, row: Cells): boolean =>
  compiled(where).mapping.leftOut?.(row) === undefined;

describe('where', () => {
  test.each<[Conditions, Cells, boolean]>([
    [{ a: 'x' }, { a: 'x' }, true],
    [{ a: 'x' }, { a: 'X' }, false],
    [{ a: 1 }, { a: '1' }, true],
    [{ a: false }, { a: false }, true],
    [{ a: ['', '0'] }, {}, true],
    [{ a: [null, 0] }, { a: null }, true],
    [{ a: ['', '0'] }, { a: 1 }, false],
    [{ a: { not: 'join' } }, { a: 'text' }, true],
    [{ a: { not: ['join', 'leave'] } }, { a: 'leave' }, false],
    [{ a: { not: ['join', 'leave'] } }, {}, true],
    [{ a: { matches: 'b+' } }, { a: 'abbc' }, true],
    [{ a: { matches: '^b+$' } }, { a: 'abbc' }, false],
    [{ a: { empty: true } }, { a: '' }, true],
    [{ a: { empty: true } }, { a: ' ' }, false],
    [{ a: { empty: false } }, { a: '0' }, true],
    [{ 'p.q[0]': 'x' }, { p: { q: ['x'] } }, true],
    [{ a: '["x",1]' }, { a: '["x",1]' }, true],
    [{ a: 'x' }, { a: ['w', 'x'] }, true],
    [{ a: 1 }, { a: ['x', 1] }, true],
    [{ a: ['y', 'z'] }, { a: ['w', 'x'] }, false],
    [{ a: { not: 'x' } }, { a: ['w', 'x'] }, false],
    [{ a: { not: ['y', 'z'] } }, { a: ['w', 'x'] }, true],
    [{ a: { matches: '^b' } }, { a: ['abc', 'bcd'] }, true],
    [{ a: { matches: ',' } }, { a: ['abc', 'bcd'] }, false],
    [{ a: '' }, { a: [] }, true],
    [{ a: { not: '' } }, { a: [] }, false],
    [{ a: { empty: true } }, { a: [] }, true],
    [{ a: { empty: true } }, { a: ['', null, undefined] }, true],
    [{ a: { empty: true } }, { a: ['', 'x'] }, false],
    [{ a: { empty: false } }, { a: ['', 'x'] }, true],
    [{ a: { not: { matches: '^b' } } }, { a: 'abc' }, true],
    [{ a: { not: { matches: '^b' } } }, { a: ['abc', 'bcd'] }, false],
    [{ a: { column: 'b' } }, { a: 'x', b: 'x' }, true],
    [{ a: { column: 'b' } }, { a: '1', b: 1 }, true],
    [{ a: { column: 'b' } }, { a: '', b: null }, true],
    [{ a: { column: 'b' } }, { a: 'x', b: 'y' }, false],
    [{ a: { not: { column: 'b' } } }, { a: 'x', b: 'x' }, false],
    [{ a: { not: { column: 'b' } } }, { a: 'x' }, true],
    [{ a: { column: 'b' } }, { a: ['w', 'x'], b: ['x', 'y'] }, true],
    [{ a: { not: { column: 'b' } } }, { a: 'x', b: ['x', 'y'] }, false],
    [{ a: 'x', b: 'y' }, { a: 'x', b: 'z' }, false],
    [{ a: 'x', b: 'y' }, { a: 'x', b: 'y' }, true],
  ])('%j on %j: %s', (where, row, expected) => {
    expect(takes(where, row)).toBe(expected);
  });

  test('what it leaves out has the rule where, in files with a header too', () => {
    const { mapping } = compiled({ b: 'y' }, ['a', 'b']);
    expect(mapping.leftOut?.(['', 'n'])).toBe('where');
    expect(mapping.leftOut?.(['', 'y'])).toBeUndefined();
    expect(whereColumns({ b: 'y', $dir: 'x' })).toEqual(['b', '$dir']);
  });

  test('takes pseudo columns', () => {
    const { mapping } = compiled({ $dir: 'General' }, ['a'], { constants: { $dir: 'General' } });
    expect(mapping.leftOut?.(['x'])).toBeUndefined();
  });

  test('a mapping without conditions has no rule that leaves rows out', () => {
    expect(compileMapping(entities.messages, {}, ['muid']).mapping.leftOut).toBeUndefined();
  });

  test('a column that the header lacks is told, and its cells are empty', () => {
    const { mapping, whereMissing } = compiled({ gone: '' }, ['a']);
    expect(whereMissing).toEqual(['gone']);
    expect(mapping.leftOut?.(['x'])).toBeUndefined();
  });

  test('a column that is compared with is told too', () => {
    expect(compiled({ a: { column: 'gone' } }, ['a']).whereMissing).toEqual(['gone']);
    const { mapping } = compiled({ a: { not: { column: 'gone' } } });
    mapping.leftOut?.({ a: 1 });
    expect(mapping.whereUnseen()).toEqual(['gone']);
    expect(whereColumns({ a: { not: { column: 'b' } }, b: 'x' })).toEqual(['a', 'b']);
  });

  test('a column that no object row has had is told, also if another condition fails first', () => {
    const { mapping } = compiled({ kind: 'text', deleted: '', gone: '' });
    mapping.leftOut?.({ kind: 'join', deleted: null });
    expect(mapping.whereUnseen()).toEqual(['gone']);
    mapping.leftOut?.({ kind: 'join', gone: 0 });
    expect(mapping.whereUnseen()).toEqual([]);
  });

  test('agrees with a comparison of texts on any cells', () => {
    const cells = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
    );
    const scalars = fc.oneof(fc.string(), fc.integer(), fc.boolean());
    fc.assert(
      fc.property(cells, fc.array(scalars, { minLength: 1 }), (cell, listed) => {
        const isListed = listed.map(String).includes(String(cell ?? ''));
        expect(takes({ a: listed }, { a: cell })).toBe(isListed);
        expect(takes({ a: { not: listed } }, { a: cell })).toBe(!isListed);
      }),
    );
    fc.assert(
      fc.property(fc.array(cells), fc.array(scalars, { minLength: 1 }), (list, listed) => {
        const any =
          list.length > 0 ? list.some((cell) => takes({ a: listed }, { a: cell })) : listed.includes('');
        expect(takes({ a: listed }, { a: list })).toBe(any);
        expect(takes({ a: { not: listed } }, { a: list })).toBe(!any);
      }),
    );
  });
});

describe('since and until', () => {
  const leftOut = (context: { since?: string; until?: string }, sentAt: unknown): string | undefined =>
    compileMapping(entities.messages, {}, undefined, context).mapping.leftOut?.({ sentAt });
  const june = Date.UTC(2024, 5, 1) / 1000;

  test('take rows from the first time on, before the second; a date is its first moment in UTC', () => {
    const context = { since: '2024-06-01', until: '2024-07-01' };
    expect(leftOut(context, june - 1)).toBe('where');
    expect(leftOut(context, june)).toBeUndefined();
    expect(leftOut(context, '2024-06-30T23:59:59Z')).toBeUndefined();
    expect(leftOut(context, '2024-07-01T00:00:00Z')).toBe('where');
    expect(leftOut({ since: '2024-06-01T02:00:00+02:00' }, june)).toBeUndefined();
  });

  test('take rows whose time cannot be read: what is wrong is said when they are checked', () => {
    expect(leftOut({ since: '2024-06-01' }, 'yesterday')).toBeUndefined();
    expect(leftOut({ since: '2024-06-01' }, undefined)).toBeUndefined();
  });

  test('look at when a user was created, and when a member joined', () => {
    const rule = (name: 'users' | 'members', row: Cells): string | undefined =>
      compileMapping(entities[name], {}, undefined, { since: '2024-06-01' }).mapping.leftOut?.(row);
    expect(rule('users', { createdAt: june - 1 })).toBe('where');
    expect(rule('members', { joinedAt: june - 1 })).toBe('where');
  });
});
