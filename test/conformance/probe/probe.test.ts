import { describe, expect, test } from 'vitest';
import { probeQuestions } from '../../../src/conformance/probe/questions/probe-questions.ts';
import { probeOf } from './probe-here.ts';

/** Switches that import calls, or what they leave, can show, as a probe prints them; each is a form of a question. */
const SHOWN = probeQuestions.flatMap(({ name, forms }) =>
  Object.entries(forms).flatMap(([form, { quirk }]) => (quirk === undefined ? [] : [{ name, form, quirk }])),
);

/** Services that hide something else: what a whole request is refused for says less about its rows. */
const ALONE = new Set(['poison=batch400']);

/**
 * The switches in as few services as there are forms of one question, at most one of each question in a service: alone, each
 * takes a sandbox.
 */
const SERVICES: readonly (typeof SHOWN)[] = [
  ...SHOWN.filter(({ quirk }) => ALONE.has(quirk)).map((one) => [one]),
  ...Object.values(
    Object.groupBy(
      SHOWN.filter(({ quirk }) => !ALONE.has(quirk)),
      (one) => SHOWN.filter(({ name, quirk }) => name === one.name && !ALONE.has(quirk)).indexOf(one),
    ),
  ).map((group = []) => group),
];

describe('a probe', () => {
  test('of a sandbox without switches sees every form, prints none, and leaves nothing', async () => {
    const { answers, line, left, there, importCalls } = await probeOf('');
    expect(answers.filter(({ form }) => form === undefined)).toEqual([]);
    expect([line, left, there]).toEqual(['', [], []]);
    expect(importCalls).toBe(12);
  });

  test.each(SERVICES.map((group) => [group.map(({ quirk }) => quirk).join(','), group] as const))(
    'prints %s, with which the sandbox answers alike',
    async (quirks, group) => {
      const first = await probeOf(quirks);
      const shown = Object.fromEntries(group.map(({ name }) => [name, first.forms[name]]));
      expect(shown).toEqual(Object.fromEntries(group.map(({ name, form }) => [name, form])));
      expect(first.line).toBe(quirks);
      expect([first.left, first.there]).toEqual([[], []]);
      const again = await probeOf(first.line);
      expect(again.forms).toEqual(first.forms);
    },
  );
});
