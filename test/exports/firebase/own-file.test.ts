import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ownFile } from '../../../src/exports/systems/firebase/collections.ts';

test.each([
  ['messages-{conversation}.json', 'messages-r1.json', { conversation: 'r1' }],
  ['messages-{conversation}.json', 'a/b/messages-r 1-é😀.json', { conversation: 'r 1-é😀' }],
  ['messages-{conversation}.json', 'messages-.json', undefined],
  ['messages-{conversation}.json', 'xmessages-r1.json', undefined],
  ['messages-{conversation}.json', 'messages-a/b.json', undefined],
  ['messages-{conversation}.json', 'messages-r1.json.gz', undefined],
  ['rooms/{conversation}/{message}.json', 'export/rooms/r1/m1.json', { conversation: 'r1', message: 'm1' }],
  ['{user}-{conversation}.json', 'a-b-c.json', { user: 'a-b', conversation: 'c' }],
  ['people*.json', 'people.json', {}],
  ['people**.json', 'people-1.json', {}],
  ['*.json', 'deep/people.json', {}],
  ['a+(b)[c]{d|e}^$.\\?.json', 'a+(b)[c]{d|e}^$.\\?.json', {}],
  ['a.b', 'axb', undefined],
  ['\\E(x)\\Q.json', '\\E(x)\\Q.json', {}],
  ['{users and more}.json', '{users and more}.json', {}],
])('%s and %s', (declared, name, ids) => {
  expect(ownFile(name, declared)?.ids).toEqual(ids);
});

test('any name is matched by itself, and by its parts with * between', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[*/]|\{\w+\}/.test(text));
  fc.assert(fc.property(name, (text) => ownFile(`x/${text}`, text) !== undefined));
  fc.assert(fc.property(name, name, (a, b) => ownFile(`${a}${b}`, `${a}*${b}`) !== undefined));
});

describe('in the time that the name takes, whatever is declared', () => {
  test.each(['*a'.repeat(40), '*'.repeat(200), `{user}${'*a*'.repeat(30)}{message}`])('%s', (declared) => {
    const begun = performance.now();
    expect(ownFile(`${'a'.repeat(4_000)}.json`, `${declared}b.json`)).toBeUndefined();
    expect(performance.now() - begun).toBeLessThan(30_000);
  });
});

test.each([
  ['{room}.json', '{room} is none of {user}, {peer}, {conversation}, {message}'],
  ['{1}.json', '{1} is none of'],
  ['{message}/{message}.json', '{message} occurs twice'],
])('%s is refused', (declared, message) => {
  expect(() => ownFile('a.json', declared)).toThrow(
    expect.objectContaining({ code: 'EXPORT.SHAPE_INVALID', message: expect.stringContaining(message) }),
  );
});
