import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_QUIRKS, parseQuirks, QUIRK_TEXTS, quirkList } from '../../../src/sandbox/quirks/quirks.ts';

const forms = QUIRK_TEXTS.flatMap(([, quirks]) => quirks.map(({ form }) => form));

test('every switch has a test of the sandbox that turns it', () => {
  const folder = join(import.meta.dirname, '..');
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.test.ts'),
  );
  const text = tests.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const written = new Set(
    [...text.matchAll(/'([^'\n]*)'/g)].flatMap(([, words = '']) => words.split(/[,=]/)),
  );
  const members = Object.keys(DEFAULT_QUIRKS);
  const unturned = forms.filter((form, index) => {
    const [name = ''] = form.split('=', 1);
    return !written.has(name) && !new RegExp(`\\b${members[index]}:`).test(text);
  });
  expect(unturned).toEqual([]);
});

test('every switch is in the printed list, with what it does; no word means two', () => {
  const list = quirkList();
  for (const [title, quirks] of QUIRK_TEXTS) {
    expect(list).toContain(`${title}\n`);
    for (const { form, usual, otherwise } of quirks)
      expect(list).toContain(`  ${form}\n      ${usual}\n      otherwise: ${otherwise}`);
  }
  const names = forms.map((form) => form.split('=', 1)[0]);
  expect(new Set(names).size).toBe(names.length);
});

test('each word of a switch is read, and without any nothing changes', () => {
  for (const form of forms) {
    const [name, values] = form.split('=', 2);
    const words = values?.includes('|') ? values.split('|').map((value) => `${name}=${value}`) : [];
    for (const word of values === undefined ? [form] : words) expect(parseQuirks(word)).toBeDefined();
  }
  expect(parseQuirks('')).toEqual(DEFAULT_QUIRKS);
  expect(Object.keys(DEFAULT_QUIRKS)).toHaveLength(forms.length);
});
